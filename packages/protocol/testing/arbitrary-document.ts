import * as fc from 'fast-check'
import type { AtipDocument, Effects } from '../src/types/tool.js'

/** For property tests: valid documents, small but with the names and gaps that real ones have. */
const NAMES = ['__proto__', 'constructor', 'hasOwnProperty', '', 'delete', 'list', 'a/b', 'a~b', 'pr', 'x y', 'é']
const PARAMETERS = ['__proto__', 'constructor', 'force', 'token', 'dry-run', 'output', 'color']
const TEXTS = ['', ' ', 'Delete it', 'list', ' two  words ', 'line\nbreak', '$ demo list', 'demo pr nothing', 'demo']

const text = fc.constantFrom(...TEXTS)
const tri = fc.constantFrom(true, false)
const things = fc.subarray(['file', 'branch'])

export const arbitraryEffects: fc.Arbitrary<Effects> = fc.record(
  {
    destructive: tri,
    reversible: tri,
    idempotent: tri,
    network: tri,
    creates: things,
    deletes: things,
    filesystem: fc.record(
      { read: tri, write: tri, paths: fc.subarray(['../src/diff/', '/etc']) },
      { requiredKeys: [] },
    ),
    interactive: fc.record(
      { prompts: tri, stdin: fc.constantFrom('none' as const, 'required' as const) },
      { requiredKeys: [] },
    ),
    cost: fc.record({ estimate: fc.constantFrom('free', 'high', 'odd') }, { requiredKeys: [] }),
    duration: fc.record({ typical: fc.constantFrom('1s', '1h'), timeout: fc.constantFrom('1m') }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)

const names = fc.subarray(PARAMETERS, { minLength: 1 })
const someEffects = fc.constantFrom<Effects>(
  { destructive: true },
  { destructive: false, network: true },
  { deletes: ['file'] },
  { filesystem: { write: true } },
)
const condition = fc.record({ with: names, without: names, is: fc.constant(['a']) }, { requiredKeys: [] })
const rule = fc.record(
  { when: condition, effects: someEffects, harmless: fc.constantFrom('dry-run', 'help') },
  { requiredKeys: [] },
)
const extension = fc.record(
  { effects: arbitraryEffects, cases: fc.array(rule, { maxLength: 2 }) },
  { requiredKeys: [] },
)

/** Two arguments that take several words each could not be told apart. */
const scalar = fc.constantFrom('string', 'boolean', 'integer', 'file')
const parameter = {
  type: fc.oneof(scalar, fc.constant('array')),
  description: text,
  required: tri,
  'x-atip': extension,
}
const optional = { requiredKeys: ['type'] as ['type'] }

const options = fc
  .subarray(PARAMETERS)
  .chain((list) =>
    fc.tuple(
      ...list.map((name) => fc.record(parameter, optional).map((rest) => ({ name, flags: [`--${name}`], ...rest }))),
    ),
  )
const operands = fc
  .subarray(PARAMETERS)
  .chain((list) =>
    fc.tuple(
      ...list.map((name) =>
        fc
          .record({ ...parameter, type: scalar, required: fc.constant(true) }, optional)
          .map((rest) => ({ name, ...rest })),
      ),
    ),
  )

/** There are no commands below the empty name: they could not be called. */
const commandsOf = (command: fc.Arbitrary<object>, maxKeys: number) =>
  fc.dictionary(fc.constantFrom(...NAMES), command, { maxKeys }).map((commands) => {
    const unnamed = commands[''] as { commands?: unknown } | undefined
    if (unnamed !== undefined) delete unnamed.commands
    return commands
  })

const fields = {
  description: text,
  effects: arbitraryEffects,
  examples: fc.array(text, { maxLength: 2 }),
  arguments: operands,
  options,
  'x-atip': fc.record({ cases: fc.array(rule, { maxLength: 1 }) }, { requiredKeys: [] }),
}
const required = { requiredKeys: ['description'] as ['description'] }
const leaf = fc.record(fields, required)
const group = fc.record({ ...fields, commands: commandsOf(leaf, 3) }, required)
const command = fc.oneof(leaf, group, fc.record({ ...fields, commands: commandsOf(group, 2) }, required))

const signature = fc.constant({ type: 'cosign' })
const trust = fc.record(
  { source: fc.constant('community'), signature, shimIntegrity: fc.record({ signature }, { requiredKeys: [] }) },
  { requiredKeys: [] },
)
const pattern = fc.record({
  name: fc.constantFrom('p', '__proto__'),
  description: text,
  steps: fc.array(fc.record({ command: text }), { maxLength: 2 }),
  executable: tri,
})

/** Plain data, as `JSON.parse` would give it. */
export const arbitraryDocument: fc.Arbitrary<AtipDocument> = fc
  .record(
    {
      atip: fc.constantFrom('0.1', '0.4', '0.6', { version: '0.6' }, { version: '0.3', features: ['odd'] }),
      name: fc.constantFrom('demo', '__proto__'),
      version: fc.constantFrom('1', '2'),
      description: text,
      effects: arbitraryEffects,
      trust,
      globalOptions: options,
      patterns: fc.array(pattern, { maxLength: 2 }),
      commands: commandsOf(command, 3),
      partial: tri,
      'x-atip': fc.record({ cases: fc.array(rule, { maxLength: 1 }) }, { requiredKeys: [] }),
    },
    { requiredKeys: ['atip', 'name', 'version', 'description'] },
  )
  .map((document) => JSON.parse(JSON.stringify(document)) as AtipDocument)
