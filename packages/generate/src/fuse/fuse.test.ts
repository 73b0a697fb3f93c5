import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Evidence, FoundArgument, FoundCommand, FoundOption, FoundSubcommand, FoundValue } from '../found.js'
import { nothingFound } from '../found.js'
import { readText } from '../read-text.js'
import { fuse } from './fuse.js'

const naming = { name: 'tool', path: [] }
const help = (text: string) => readText(text, naming, 'help')
const man = (text: string) => readText(text, naming, 'man')
const optionsOf = (text: string, source: 'help' | 'man' = 'help') => readText(`Options:\n${text}`, naming, source)

describe('two texts of one tool', () => {
  test('add up, each field from the source that knows it', () => {
    const { found, conflicts, origins } = fuse([
      optionsOf('  -o FILE        where to write\n  -q             say nothing\n'),
      optionsOf('  -o, --output FILE  file for the result\n  --color WHEN       one of always, never or auto\n', 'man'),
    ])
    expect(found.options.map(({ flags, description }) => [flags, description])).toEqual([
      [['-o', '--output'], 'where to write'],
      [['-q'], 'say nothing'],
      [['--color'], 'one of always, never or auto'],
    ])
    expect(conflicts).toEqual([])
    expect(origins).toContainEqual(
      expect.objectContaining({
        name: '--output',
        field: 'description',
        evidence: expect.objectContaining({ source: 'help' }),
      }),
    )
  })

  test('keep what only one of them has', () => {
    const { found } = fuse([help('usage: tool [-a] FILE\n'), man('OPTIONS\n       -b, --bee\n              Do it.\n')])
    expect(found.options.map(({ flags }) => flags)).toEqual([['-a'], ['-b', '--bee']])
    expect(found.arguments.map(({ name }) => name)).toEqual(['FILE'])
  })
})

describe('contradictions are reported', () => {
  const fieldsOf = (one: string, other: string) =>
    fuse([optionsOf(one), optionsOf(other, 'man')]).conflicts.map(({ name, field, taken }) => [name, field, taken])

  test.each([
    ['a value or none', '  --mode  how\n  -z  z', '  --mode NAME  how\n  -z  z', ['--mode', 'value', 'takes a value']],
    ['other choices', '  --mode {a,b}  how\n', '  --mode {a,c}  how\n', ['--mode', 'choices', 'a, b, c']],
    ['another default', '  --n N  how (default: 3)\n', '  --n N  how (default: 4)\n', ['--n', 'default', '3']],
    ['a letter for two names', '  -v, --verbose  more\n', '  -v, --version  tell\n', ['-v', 'flag', '--verbose']],
  ])('%s', (_, one, other, conflict) => {
    expect(fieldsOf(one, other)).toEqual([conflict])
    expect(fieldsOf(one, one)).toEqual([])
  })

  test('required or not', () => {
    const { conflicts } = fuse([help('usage: tool --id ID FILE\n'), man('SYNOPSIS\n       tool [--id ID] FILE\n')])
    expect(conflicts.map(({ name, field, taken }) => [name, field, taken])).toEqual([['--id', 'required', 'optional']])
  })

  test('and a name keeps its letter where only letters are known', () => {
    const { found } = fuse([
      optionsOf('  -v, --verbose  more\n'),
      optionsOf('  -v, --version  tell\n'),
      optionsOf('  -v  x\n'),
    ])
    expect(found.options.map(({ flags }) => flags)).toEqual([['-v', '--verbose'], ['--version']])
  })
})

const evidence: fc.Arbitrary<Evidence> = fc.record({
  source: fc.constantFrom('help', 'man', 'roff', 'completion'),
  place: fc.constantFrom('table', 'usage', 'prose'),
  lines: fc.nat({ max: 9 }).map((line): [number, number] => [line + 1, line + 2]),
  confidence: fc.constantFrom(0.3, 0.6, 0.8, 0.95),
})
const places = fc.array(evidence, { minLength: 1, maxLength: 3 })
const word = fc.constantFrom('a', 'b', 'c', '__proto__')
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const compact = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T

const value = fc
  .record({
    placeholder: optional(word),
    optional: fc.boolean(),
    many: fc.boolean(),
    arity: optional(fc.constantFrom(2, 3)),
    separator: optional(fc.constant(',')),
    choices: fc.uniqueArray(word),
    type: optional(fc.constantFrom('file' as const, 'integer' as const)),
    confidence: fc.constantFrom(0.4, 0.8, 0.95),
  })
  .map((one) => compact(one) as FoundValue)
const flag = fc.constantFrom('-a', '-b', '-c', '--all', '--bee', '--sea', '-deep', '--no-all')
const option = fc
  .record({
    flags: fc.uniqueArray(flag, { minLength: 1, maxLength: 3 }),
    negations: fc.uniqueArray(fc.constantFrom('--no-all', '--no-bee'), { maxLength: 1 }),
    negatable: optional(fc.constant(true)),
    value: optional(value),
    description: optional(word),
    required: fc.boolean(),
    repeatable: fc.boolean(),
    default: optional(word),
    environment: optional(word),
    group: optional(word),
    deprecated: optional(fc.constant(true)),
    global: fc.boolean(),
    evidence: places,
  })
  .map((one) => compact(one) as FoundOption)
const argument = fc
  .record({
    name: fc.constantFrom('FILE', 'file', 'files', 'DIR', '__proto__'),
    required: fc.boolean(),
    variadic: fc.boolean(),
    description: optional(word),
    choices: fc.uniqueArray(word),
    default: optional(word),
    evidence: places,
  })
  .map((one) => compact(one) as FoundArgument)
const subcommand = fc
  .record({
    name: word,
    aliases: fc.uniqueArray(word, { maxLength: 2 }),
    description: optional(word),
    evidence: places,
  })
  .map((one) => compact(one) as FoundSubcommand)
const command = fc
  .record({
    description: optional(word),
    version: optional(word),
    options: fc.array(option, { maxLength: 6 }),
    arguments: fc.array(argument, { maxLength: 3 }),
    commands: fc.array(subcommand, { maxLength: 3 }),
    examples: fc.uniqueArray(word),
  })
  .map((one): FoundCommand => ({ ...nothingFound(), ...(compact(one) as Partial<FoundCommand>) }))
const commands = fc.array(command, { minLength: 1, maxLength: 4 })

/** Ignores the order of lists. */
function unordered(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .map(unordered)
      .map((one) => JSON.stringify(one))
      .sort()
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return entries.map(([key, inner]) => [key, unordered(inner)])
}

describe('for any descriptions', () => {
  test('the order of the sources does not matter', () => {
    fc.assert(
      fc.property(commands, (sources) => {
        expect(unordered(fuse(sources.toReversed()))).toEqual(unordered(fuse(sources)))
      }),
      { numRuns: 250 },
    )
  })

  test('fused with itself, nothing changes', () => {
    fc.assert(
      fc.property(commands, (sources) => {
        const { found } = fuse(sources)
        const again = fuse([found, found])
        expect(unordered(again.found)).toEqual(unordered(found))
        expect(again.conflicts).toEqual([])
      }),
      { numRuns: 250 },
    )
  })

  test('no flag is lost, and none occurs twice', () => {
    fc.assert(
      fc.property(commands, (sources) => {
        const spellings = (one: FoundCommand) => one.options.flatMap(({ flags, negations }) => [...flags, ...negations])
        const fused = spellings(fuse(sources).found)
        expect(new Set(fused)).toEqual(new Set(sources.flatMap(spellings)))
        expect(fused).toHaveLength(new Set(fused).size)
      }),
      { numRuns: 250 },
    )
  })
})

test('many options take time that grows with their number', () => {
  const many = (count: number) =>
    optionsOf(Array.from({ length: count }, (_, index) => `  -v, --flag-${index} N  text`).join('\n'))
  const source = many(20_000)
  const { found } = fuse([source, source, man('OPTIONS\n       -v\n              Do it.\n')])
  expect(found.options).toHaveLength(source.options.length)
})
