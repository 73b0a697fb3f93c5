/** Random definitions for property tests: every kind of schema, odd names, groups, lazy commands. */
import fc from 'fast-check'
import { commandName, effects } from '../../protocol/testing/arbitraries.js'
import { command } from '../src/callable/command.js'
import type { AnyCommand, CliDefinition, CommandMap, LazyCommand } from '../src/define/types.js'
import { Schema, t } from '../src/schema/t.js'

/** Keys and the flags that users must be able to type for them. `limit` and `depth` replace built-in flags. */
export const FLAGS: Readonly<Record<string, string>> = {
  name: '--name',
  maxDepth: '--max-depth',
  base_url: '--base-url',
  limit: '--limit',
  depth: '--depth',
  constructor: '--constructor',
  x: '--x',
  output: '--my-output',
}
const KEYS = Object.keys(FLAGS)
const LETTERS = 'abcdefgi'

type AnyField = Schema<unknown, unknown>
const field = (schema: unknown, preset: unknown) => ({ schema: schema as AnyField, preset })

/** Each with a default of its type. */
const SINGLE = [
  field(t.string('Some text'), 'text'),
  field(t.string(), ''),
  field(t.integer(), 3),
  field(t.number('Ratio'), 0.5),
  field(t.path('Where'), '.'),
  field(t.path('Folder', { kind: 'directory' }), 'src'),
  field(t.url(), 'https://example.org'),
  field(t.secret('Token'), 'HUSH-1'),
  field(t.enum(['json', 'a b', '-dash']), 'json'),
  field(t.enum([1, 2, -3], 'Number'), 2),
  field(t.string().nullable(), 'n'),
  field(t.object({ token: t.secret(), size: t.integer() }), { token: 'HUSH-2', size: 1 }),
  field(t.record(t.number()), { a: 1 }),
  field(t.unknown(), [1, { b: 2 }]),
]
const SWITCH = [field(t.boolean('Whether'), true), field(t.boolean(), false)]
const LISTS = [
  field(t.array(t.string(), 'Words'), ['a', 'b']),
  field(t.array(t.integer()), [1]),
  field(t.array(t.enum(['up', 'down'])), ['up']),
  field(t.array(t.path()), []),
  field(t.array(t.secret()), ['HUSH-3']),
]

const need = fc.constantFrom('required', 'optional', 'default')

function withNeed({ schema, preset }: (typeof SINGLE)[number], how: string): AnyField {
  if (how === 'optional') return schema.optional()
  return how === 'default' ? schema.default(preset as never) : schema
}

const keys = fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 5 })

const options = keys.chain((names) =>
  fc
    .tuple(...names.map(() => fc.tuple(fc.constantFrom(...SINGLE, ...SWITCH, ...LISTS), need, fc.boolean(), fc.nat(9))))
    .map((chosen) =>
      names.map((key, index) => {
        const [base, how, isShort, rare] = chosen[index]!
        const hints = {
          ...(isShort && { short: LETTERS[KEYS.indexOf(key)]! }),
          ...(key === 'output' && { flag: 'my-output' }),
          ...(rare === 0 && { hidden: true }),
          ...(rare === 1 && { env: 'DEMO_VALUE' }),
        }
        return [key, withNeed(base, how).cli(hints)] as const
      }),
    ),
)

/** Required arguments first, and a list only at the end: otherwise words are ambiguous. */
const args = fc
  .record({
    names: fc.uniqueArray(fc.constantFrom('file', 'toString', 'target', 'count'), { maxLength: 4 }),
    required: fc.nat(4),
    bases: fc.array(fc.constantFrom(...SINGLE), { minLength: 4, maxLength: 4 }),
    list: fc.option(fc.constantFrom(...LISTS)),
  })
  .map(({ names, required, bases, list }) =>
    names.map((key, index) => {
      const base = list !== null && index === names.length - 1 ? list : bases[index]!
      return [key, withNeed(base, index < required ? 'required' : index % 2 === 0 ? 'optional' : 'default')] as const
    }),
  )

const shape = (fields: readonly (readonly [string, AnyField])[]) => t.object(Object.fromEntries(fields))

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const oneCommand: fc.Arbitrary<AnyCommand> = fc
  .record({
    description: fc.oneof(fc.constantFrom('Does it', '', 'word '.repeat(60)), fc.string({ maxLength: 30 })),
    args: maybe(args.map(shape)),
    options: maybe(options.map(shape)),
    output: fc.constantFrom(undefined, t.array(t.object({ path: t.string(), key: t.secret().default('HUSH-4') }))),
    effects: maybe(effects),
    examples: maybe(fc.array(fc.record({ run: fc.string(), description: fc.string() }), { maxLength: 2 })),
    errors: fc.constantFrom(undefined, { E3001: 'Nothing there' }),
    timeout: fc.constantFrom(undefined, '60s'),
    dryRun: maybe(fc.boolean()),
    aliases: maybe(fc.uniqueArray(fc.stringMatching(/^alias[a-z]{1,3}$/), { maxLength: 2 })),
    hidden: fc.constantFrom(undefined, undefined, undefined, true),
    deprecated: fc.constantFrom(undefined, 'Use another'),
  })
  .map((definition) => command({ ...definition, run: async () => [] } as never) as AnyCommand)

const lazily = (loaded: AnyCommand): LazyCommand => ({
  description: loaded.definition.description,
  hidden: loaded.definition.hidden,
  load: async () => ({ default: loaded }),
})

const entry = fc.tuple(oneCommand, fc.nat(4)).map(([made, rare]) => (rare === 0 ? lazily(made) : made))

const map = (entries: fc.Arbitrary<CommandMap[string]>): fc.Arbitrary<CommandMap> =>
  fc
    .uniqueArray(fc.tuple(commandName, entries), { selector: ([name]) => name, maxLength: 4 })
    .map((pairs) => Object.fromEntries(pairs) as CommandMap)

const group = fc.tuple(maybe(fc.constantFrom('Manage things', '')), map(entry)).map(([said, below]) => ({
  ...below,
  ...(said !== undefined && { '': said }),
}))

export const arbitraryCli: fc.Arbitrary<CliDefinition<CommandMap>> = fc
  .record({
    name: fc.constantFrom('demo', 'g++', 'file-tools'),
    version: fc.constantFrom('1.0.0', '2024.1'),
    description: fc.constantFrom('A demo', 'long '.repeat(80)),
    homepage: fc.constantFrom(undefined, 'https://example.org/demo'),
    command: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, oneCommand),
    commands: maybe(map(fc.oneof({ weight: 3, arbitrary: entry }, group))),
    authentication: fc.constantFrom(undefined, { required: true, methods: [{ type: 'token', envVar: 'DEMO_TOKEN' }] }),
    patterns: fc.constantFrom(
      undefined,
      [],
      [
        {
          name: 'flow',
          description: 'A flow',
          steps: [{ command: 'demo run {what}' }],
          variables: { what: { type: 'string' as const } },
        },
      ],
    ),
    prime: fc.constantFrom(undefined, { do: ['Be kind'], expiresIn: '1h' }),
  })
  .map((definition) => definition as CliDefinition<CommandMap>)
