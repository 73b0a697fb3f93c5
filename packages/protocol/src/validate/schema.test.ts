import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { document } from '../../testing/arbitraries.js'
import { isOneWord, startsLikeFlag } from './flags.js'
import { validate } from './validate.js'

const readSchema = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../schema/${name}`, import.meta.url), 'utf8')) as object

/** The published schema, read by an independent validator. */
const ajv = new Ajv2020({ strict: false })
ajv.addSchema(readSchema('0.6.json'), 'https://atip.dev/schema/0.6.json')
const byAjv = ajv.getSchema('https://atip.dev/schema/0.6.json')!

const SCHEMA_RULES = new Set([
  'wrong-type',
  'missing-field',
  'not-allowed',
  'wrong-format',
  'empty',
  'too-few',
  'out-of-range',
])

test('our compiled check and ajv agree on which documents fit the published schema', () => {
  const filler = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(
      'enum',
      'native',
      '-x',
      '-',
      '--',
      '+x',
      '/',
      '0.6',
      'sha256:1',
      'g\u0085h',
      -1,
      [],
      {},
      ['-a'],
      ['--'],
      ['+x', '/x'],
    ),
  )
  const mutated = fc
    .tuple(document, fc.infiniteStream(fc.nat()), filler, fc.boolean())
    .map(([value, picks, replacement, remove]) => {
      const copy = JSON.parse(
        JSON.stringify({
          trust: { source: 'org', provenance: { slsaLevel: 2 } },
          partial: true,
          omitted: { reason: 'filtered', safetyAssumption: 'unknown' },
          ...value,
          commands: { ...value.commands, cut: { description: 'x', _truncated: true } },
        }),
      ) as unknown
      change(copy, picks, remove ? undefined : replacement)
      return copy
    })
  const seen = { valid: 0, invalid: 0 }
  fc.assert(
    fc.property(mutated, (value) => {
      const isValid = byAjv(value) as boolean
      const ours = validate(value).problems.filter(
        ({ severity, rule, pointer }) => severity === 'error' && SCHEMA_RULES.has(rule) && !pointer.includes('/x-atip'),
      )
      expect({ value, errors: ours.length > 0 }).toEqual({ value, errors: !isValid })
      seen[isValid ? 'valid' : 'invalid']++
    }),
    { numRuns: 1400 },
  )
  expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(300)
})

test('both schemas are valid JSON Schema, and the extension can be used alone', () => {
  const extension = readSchema('x-atip.json')
  expect(ajv.validateSchema(readSchema('0.6.json'))).toBe(true)
  expect(ajv.validateSchema(extension)).toBe(true)
  ajv.addSchema(extension, 'https://atip.dev/schema/x-atip.json')
  const check = ajv.compile({ $ref: 'https://atip.dev/schema/x-atip.json#/$defs/option' })
  expect(check({ effects: { destructive: true }, when: { is: ['DELETE'] } })).toBe(true)
  expect(check({ effects: { destructive: 'yes' } })).toBe(false)
})

const FACTS: [part: string, value: object, isValid: boolean][] = [
  ['command', { account: 'a', prints: { kind: 'name' }, endless: true, repository: false }, true],
  ['command', { prints: [{ kind: 'secret', when: { values: { x: ['a'] } } }], incidental: { paths: ['~/.a'] } }, true],
  ['command', { stdin: { kind: 'arguments', split: { zero: ['0'], each: ['n'] } } }, true],
  ['command', { reach: 'project', loss: 'narrow', cases: [{ reach: 'beyond', loss: 'narrow' }] }, true],
  ['command', { reach: 'world' }, false],
  ['command', { loss: 'wide' }, false],
  ['command', { account: '' }, false],
  ['command', { prints: { kind: 'colour' } }, false],
  ['command', { prints: [{}] }, false],
  ['command', { incidental: { paths: [] } }, false],
  ['command', { cases: [{ endless: 'yes' }] }, false],
  ['option', { credential: true, changes: 'endpoint', prints: 'secret' }, true],
  ['option', { value: { kind: 'path', access: ['stat'], from: 'url', place: 'cwd' } }, true],
  ['option', { value: { kind: 'command', form: 'argv', rest: true, names: ['{}'] } }, true],
  ['option', { reach: 'beyond', cases: [{ reach: 'project', loss: 'narrow' }] }, true],
  ['option', { reach: true }, false],
  ['option', { changes: 'colour' }, false],
  ['option', { when: { values: { x: 'a' } } }, false],
  ['option', { value: { kind: 'path', access: ['look'] } }, false],
  ['option', { value: { kind: 'path', access: ['read'], from: 'file' } }, false],
]

test.each(FACTS)('ajv and our check agree on the %s extension %j', (part, value, isValid) => {
  const check = ajv.compile({ $ref: `https://atip.dev/schema/x-atip.json#/$defs/${part}` })
  const option = { name: 'o', flags: ['-o'], type: 'string', description: 'x' }
  const command = part === 'command' ? { 'x-atip': value } : { options: [{ ...option, 'x-atip': value }] }
  const { problems } = validate({
    atip: { version: '0.6' },
    name: 't',
    version: '1',
    description: 'x',
    commands: { run: { description: 'x', ...command } },
  })
  expect(check(value)).toBe(isValid)
  expect(problems.filter(({ severity }) => severity === 'error').length === 0).toBe(isValid)
})

test('the hand-written flag checks mean what their expressions say', () => {
  const flag = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[-+/]{0,2}[a-z =,\t\u00a0é]{0,5}$/),
  )
  fc.assert(
    fc.property(flag, (text) => {
      expect(startsLikeFlag(text)).toBe(/^[-+/]/u.test(text) && !['-', '--', '+', '/'].includes(text))
      expect({ text, oneWord: isOneWord(text) }).toEqual({ text, oneWord: !/[\s=,]/u.test(text) && text !== '' })
    }),
    { numRuns: 2000 },
  )
})

function change(value: unknown, picks: IterableIterator<number>, replacement: unknown): void {
  const record = value as Record<string, unknown>
  const keys = Object.keys(record).filter((key) => key !== 'x-atip')
  if (keys.length === 0) return
  const key = keys[(picks.next().value as number) % keys.length]!
  const inner = record[key]
  const goesDeeper = typeof inner === 'object' && inner !== null && (picks.next().value as number) % 5 !== 0
  if (goesDeeper) change(inner, picks, replacement)
  else if (replacement === undefined && !Array.isArray(value)) delete record[key]
  else
    Object.defineProperty(record, key, {
      value: replacement ?? null,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}
