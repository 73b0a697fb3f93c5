import fc from 'fast-check'
import { expect, test } from 'vitest'
import { document } from '../../testing/arbitraries.js'
import { validate } from './validate.js'

const text =
  '{"atip":{"version":"0.6"},"name":"gh","version":"1","description":"x","commands":{"a":{"description":"b \\u00e9"}}}'
const rules = (input: unknown) => validate(input).problems.map(({ severity, rule }) => `${severity} ${rule}`)

test('any text and any JSON value gets an answer', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), answers), { numRuns: 500 })
  fc.assert(fc.property(fc.jsonValue(), answers), { numRuns: 500 })
  fc.assert(fc.property(fc.json(), answers), { numRuns: 500 })
  fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), answers))
})

test('a document with anything at any place gets an answer, as text and as a value alike', () => {
  const mutated = fc.tuple(document, fc.infiniteStream(fc.nat()), fc.jsonValue()).map(([value, picks, filler]) => {
    const copy = JSON.parse(JSON.stringify(value)) as unknown
    replaceSomewhere(copy, picks, filler)
    return copy
  })
  fc.assert(
    fc.property(mutated, (value) => {
      const fromValue = validate(value)
      const fromText = validate(JSON.stringify(value))
      const plain = ({ severity, rule, pointer }: { severity: string; rule: string; pointer: string }) => [
        severity,
        rule,
        pointer,
      ]
      expect(fromText.problems.map(plain)).toEqual(fromValue.problems.map(plain))
      for (const { line, column } of fromText.problems) {
        expect(line).toBeGreaterThan(0)
        expect(column).toBeGreaterThan(0)
      }
    }),
    { numRuns: 600 },
  )
})

test('truncated anywhere, the text is refused where it ends or where its open string began', () => {
  for (let length = 0; length < text.length; length++) {
    const { valid, problems } = validate(text.slice(0, length))
    expect(valid).toBe(false)
    expect(problems[0]).toMatchObject({ severity: 'error', rule: 'json-syntax' })
  }
})

test('our reader accepts exactly what JSON.parse accepts, and reads the same', () => {
  const almostJson = fc.oneof(
    fc.json(),
    fc.json().map((json) => json.replace(/[,:]/, '')),
    fc.constantFrom(
      '01',
      '1.',
      '.5',
      '1e',
      '-',
      '+1',
      'NaN',
      "'a'",
      '"\\x"',
      '"\\u12"',
      '[1,]',
      '{"a":1,}',
      '{a:1}',
      '\u00a0{}',
      'tru',
      '"\t"',
      '1 2',
      '',
      ' ',
    ),
  )
  fc.assert(
    fc.property(almostJson, (json) => {
      let expected: { value: unknown } | undefined
      try {
        expected = { value: JSON.parse(json) }
      } catch {
        expected = undefined
      }
      const isJson = !rules(json).some((rule) => rule.startsWith('error json-syntax'))
      expect({ json, isJson }).toEqual({ json, isJson: expected !== undefined })
      if (expected !== undefined) expect(validate(json).value).toEqual(expected.value)
    }),
    { numRuns: 1000 },
  )
})

test('a key that appears twice is an error, at the second one', () => {
  const { problems } = validate(text.replace('"name":"gh"', '"name":"gh","name":"rm"'))
  expect(problems).toMatchObject([{ severity: 'error', rule: 'json-duplicate-key', line: 1, column: 39 }])
  expect(
    rules(text.replace('"commands":{', '"commands":{"__proto__":{"description":""},"__proto__":{"description":""},')),
  ).toEqual(['error json-duplicate-key'])
})

test('a byte order mark and half a surrogate pair are warnings, wrong UTF-8 is an error', () => {
  expect(rules(`\ufeff${text}`)).toEqual(['warning json-bom'])
  expect(rules(text.replace('"x"', '"\\ud800"'))).toEqual(['warning json-lone-surrogate'])
  expect(rules(text.replace('"x"', '"\ud800"'))).toEqual(['warning json-lone-surrogate'])
  expect(rules(new Uint8Array([0x22, 0xff, 0x22]))).toEqual(['error not-utf8'])
  expect(rules(new TextEncoder().encode(text))).toEqual([])
})

test('nesting ten thousand deep is a problem, not a crash', () => {
  const depth = 10_000
  expect(rules(`${'['.repeat(depth)}${']'.repeat(depth)}`)).toEqual(['error json-too-deep'])
  expect(rules('['.repeat(depth))).toEqual(['error json-too-deep'])
  let commands: object = {}
  for (let level = 0; level < depth; level++) commands = { a: { description: '', commands } }
  expect(rules({ atip: '0.3', name: 'a', version: '1', description: '', commands })).toEqual(['error too-deep'])
})

test('a value nested twenty thousand deep is a problem also where no check looks into it', () => {
  const nested = (depth: number, isArray: boolean) => {
    let value: unknown = 1
    for (let level = 0; level < depth; level++) value = isArray ? [value] : { a: value }
    return value
  }
  const places = (deep: unknown) => ({
    ...(JSON.parse(text) as object),
    globalOptions: [{ name: 'o', flags: ['-o'], type: 'array', description: 'x', default: deep, 'x-mine': deep }],
    effects: { 'x-mine': deep, 'x-atip': deep },
    'x-atip': { 'x-mine': deep },
    _mine: deep,
  })
  const places20k = [true, false].map((isArray) => validate(places(nested(20_000, isArray))))
  for (const { problems } of places20k) {
    expect(problems.map(({ severity, rule, pointer }) => `${severity} ${rule} ${pointer}`)).toEqual([
      'error too-deep /globalOptions/0/default',
      'error too-deep /globalOptions/0/x-mine',
      'error too-deep /effects/x-mine',
      'error too-deep /effects/x-atip',
      'error too-deep /x-atip/x-mine',
      'error too-deep /_mine',
    ])
  }
  expect(rules(places(nested(200, false)))).toEqual([])
})

test('as a value or as text, the same nesting is too deep', () => {
  const nested = (depth: number) => `${text.slice(0, -1)},"x-a":${'['.repeat(depth)}${']'.repeat(depth)}}`
  for (const [depth, isFine] of [
    [9, true],
    [10, false],
  ] as const) {
    expect(validate(nested(depth), { maxDepth: 10 }).valid).toBe(isFine)
    expect(validate(JSON.parse(nested(depth)), { maxDepth: 10 }).valid).toBe(isFine)
  }
})

test('cycles and one object in many places are looked through in no time', () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  expect(rules({ ...(JSON.parse(text) as object), 'x-a': cycle })).toEqual(['error too-deep'])
  let shared: unknown = 1
  for (let level = 0; level < 100; level++) shared = [shared, shared]
  expect(rules({ ...(JSON.parse(text) as object), 'x-a': shared })).toEqual([])
})

test('more problems than a call can have arguments can all be listed', () => {
  const features = `"features":[${'1,'.repeat(199_999)}1]`
  const { problems } = validate(text.replace('"0.6"', `"0.6",${features}`), { maxProblems: Infinity })
  expect(problems).toHaveLength(200_000)
  expect(problems.at(-1)).toMatchObject({ pointer: '/atip/features/199999', line: 1 })
})

test('names of object methods are names: they neither break the check nor pass for a field', () => {
  const hostile =
    '{"atip":"0.3","name":"a","version":"1","description":"","commands":{"__proto__":{"description":"","options":[{"name":"constructor","flags":["--__proto__"],"type":"boolean","description":""}]},"constructor":{"description":""},"toString":{"description":""}}}'
  expect(rules(hostile)).toEqual([])
  expect(rules('{"__proto__":{"atip":"0.3","name":"a","version":"1","description":""}}')).toEqual(
    expect.arrayContaining(['error missing-field']),
  )
})

test('ten megabytes of commands, and of garbage, are read', () => {
  const one =
    '{"description":"does something","options":[{"name":"o","flags":["-o"],"type":"string","description":"x"}]}'
  const big = `{"atip":"0.3","name":"a","version":"1","description":"","commands":{${Array.from({ length: 100_000 }, (_, index) => `"c${index}":${one}`).join(',')}}}`
  expect(big.length).toBeGreaterThan(10_000_000)
  expect(rules(big)).toEqual([])
  expect(rules(`"${'\\n'.repeat(5_000_000)}`)).toEqual(['error json-syntax'])
  expect(rules(' '.repeat(10_000_000))).toEqual(['error json-syntax'])
  const wrong = big.replaceAll('"string"', '"strung"')
  expect(validate(wrong)).toMatchObject({ valid: false, dropped: 99_000 })
})

function answers(input: unknown): void {
  const { problems, valid } = validate(input)
  expect(valid).toBe(!problems.some(({ severity }) => severity === 'error'))
}

function replaceSomewhere(value: unknown, picks: IterableIterator<number>, filler: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const keys = Object.keys(value)
  if (keys.length === 0) return
  const key = keys[(picks.next().value as number) % keys.length]!
  const inner = (value as Record<string, unknown>)[key]
  const goesDeeper = typeof inner === 'object' && inner !== null && (picks.next().value as number) % 4 !== 0
  if (goesDeeper) replaceSomewhere(inner, picks, filler)
  else Object.defineProperty(value, key, { value: filler, enumerable: true, configurable: true, writable: true })
}
