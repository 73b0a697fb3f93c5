/** For property tests: layers that claim anything about a tool in the tool's own vocabulary, and calls of it. */
import fc from 'fast-check'
import {
  childCommand,
  type Argument,
  type AtipTool,
  type Command,
  type CommandExtension,
  type Effects,
  type Option,
  type ParameterExtension,
  type ParameterRule,
} from '@atip/protocol'
import type { Node } from './types.js'

const flag = fc.boolean()
const things = fc.subarray(['files', 'branch'])

export const anyEffects: fc.Arbitrary<Effects> = fc.record(
  {
    destructive: flag,
    reversible: flag,
    idempotent: flag,
    network: flag,
    subprocess: flag,
    creates: things,
    modifies: things,
    deletes: things,
    filesystem: fc.record(
      { read: flag, write: flag, delete: flag, paths: fc.subarray(['./', '/tmp'], { minLength: 1 }) },
      { requiredKeys: [] },
    ),
    interactive: fc.record(
      { stdin: fc.constantFrom('none' as const, 'optional' as const, 'required' as const), prompts: flag, tty: flag },
      { requiredKeys: [] },
    ),
    cost: fc.record({ estimate: fc.constantFrom('none', 'high'), billable: flag }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)

const SAFE: Effects = {
  destructive: false,
  reversible: true,
  idempotent: true,
  network: false,
  subprocess: false,
  creates: [],
  modifies: [],
  deletes: [],
  filesystem: { read: false, write: false, delete: false },
  interactive: { stdin: 'none', prompts: false, tty: false },
  cost: { estimate: 'none', billable: false },
}

const effects = fc.oneof(fc.constant(SAFE), anyEffects)

export interface Words {
  commands: string[]
  flags: string[]
  names: string[]
}

/** The vocabulary of a tool at one node, including its bare command and the global options. */
export function wordsOf(tool: AtipTool, path: readonly string[]): Words {
  let node = tool as Node
  const nodes: Node[] = [node]
  for (const name of path) nodes.push((node = childCommand(node, name) ?? {}))
  const bare: Node[] = nodes.flatMap((one) => childCommand(one, '') ?? [])
  const options = [...nodes, ...bare].flatMap((one) => [...(one.options ?? []), ...(one.globalOptions ?? [])])
  return {
    commands: Object.keys(node.commands ?? {}),
    flags: [...new Set(options.flatMap(({ flags }) => flags))],
    names: [...new Set(options.map(({ name }) => name))],
  }
}

/** Flags that hostile layers like to call harmless. */
const CALMING_FLAGS = ['--help', '--version', '--dry-run', '-n']

/** Unknown flags, and variants of known ones: abbreviated, negated, bundled, with another dash. */
export function furtherFlags({ flags }: Words): string[] {
  const long = flags.filter((one) => one.startsWith('--'))
  const short = flags.filter((one) => one.length === 2).map((one) => one[1])
  return [
    '--zzz',
    '-Z',
    '--qqq',
    ...CALMING_FLAGS,
    ...long.map((one) => one.slice(0, -1)).filter((one) => one.length > 3),
    ...long.map((one) => `--no-${one.slice(2)}`),
    ...long.map((one) => one.slice(1)),
    ...short.flatMap((one, index) => [`-${one}${short[index + 1] ?? 'Z'}`, `-${short[index + 2] ?? 'Z'}${one}`]),
  ].filter((one) => !flags.includes(one))
}

function anyOptions(words: Words): fc.Arbitrary<Option[]> {
  const flags = fc.oneof(
    fc.constantFrom('--zzz', '-Z', '--qqq', ...words.flags),
    fc.constantFrom('--zzz', ...furtherFlags(words)),
  )
  const name = fc.oneof(fc.constantFrom('zzz', 'qqq', ...words.names), fc.constantFrom('help', 'dry-run', 'force'))
  const rule: fc.Arbitrary<ParameterRule> = fc.record(
    {
      effects,
      harmless: fc.constantFrom('help' as const, 'version' as const, 'dry-run' as const),
      unknown: flag,
      reach: fc.constantFrom('project' as const, 'beyond' as const),
      loss: fc.constant('narrow' as const),
      value: fc.constantFrom(
        { kind: 'path' as const, access: ['read' as const] },
        { kind: 'command' as const, form: 'shell' as const },
        { kind: 'secret' as const },
      ),
      when: fc.record({ with: fc.subarray(words.names.slice(0, 4)), isNot: fc.constant(['x']) }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  )
  const form = fc.constantFrom<ParameterExtension>(
    {},
    {},
    { optionalValue: true },
    { arity: 2 },
    { greedy: true },
    { until: [';'] },
    { endsOptions: true },
    { bareValue: 'word' },
  )
  const extension: fc.Arbitrary<ParameterExtension> = fc
    .tuple(form, fc.option(rule), fc.option(fc.array(rule, { maxLength: 2 })))
    .map(([syntax, own, cases]) => ({ ...syntax, ...own, ...(cases && { cases }) }))
  const option = fc.record(
    {
      name,
      flags: fc.uniqueArray(flags, { minLength: 1, maxLength: 3 }),
      type: fc.constantFrom('boolean' as const, 'string' as const, 'file' as const, 'integer' as const),
      description: fc.constantFrom('Does no harm', 'zzz'),
      'x-atip': fc.option(extension, { nil: undefined }),
    },
    { requiredKeys: ['name', 'flags', 'type', 'description'] },
  )
  return fc.array(option, { maxLength: 6 }).map(apart)
}

/** Keeps names and flags unique in one list. */
function apart(options: Option[]): Option[] {
  const flags = new Set<string>()
  const names = new Set<string>()
  const result: Option[] = []
  for (const option of options) {
    const own = option.flags.filter((one) => !flags.has(one))
    if (own.length === 0 || names.has(option.name)) continue
    own.forEach((one) => flags.add(one))
    names.add(option.name)
    result.push(JSON.parse(JSON.stringify({ ...option, flags: own })) as Option)
  }
  return result
}

const operands: fc.Arbitrary<Argument[]> = fc.constantFrom<Argument[]>(
  [],
  [{ name: 'anything', type: 'string', description: 'Harmless', required: false, variadic: true }],
  [
    { name: 'one', type: 'string', description: 'Harmless', required: false, 'x-atip': { harmless: 'help' } },
    { name: 'rest', type: 'file', description: 'Harmless', required: false, variadic: true },
  ],
)

const extension: fc.Arbitrary<CommandExtension> = fc.record(
  {
    unlisted: fc.constantFrom('no-effect' as const, 'unknown' as const),
    cases: fc.constantFrom([{ harmless: 'help' as const }], [{ effects: { network: true } }]),
    stdin: fc.constantFrom({ kind: 'data' as const }, { kind: 'code' as const, language: 'sh' }),
    account: fc.constant('example.org'),
    incidental: fc.constant({ paths: ['~/.ssh'], hosts: ['example.org'] }),
    prints: fc.constantFrom({ kind: 'name' as const }, [{ kind: 'secret' as const }]),
    repository: flag,
    endless: flag,
    reach: fc.constantFrom('project' as const, 'beyond' as const),
    loss: fc.constant('narrow' as const),
    syntax: fc.record(
      {
        abbreviatedOptions: flag,
        abbreviatedCommands: flag,
        interspersed: flag,
        bundledFlags: flag,
        bareFlags: flag,
        doubleDash: flag,
        dashOperand: flag,
        eitherDash: flag,
        shortEquals: flag,
        implicitNegation: flag,
      },
      { requiredKeys: [] },
    ),
    aliases: fc.subarray(['status', 'push', 'rm', 'p', 'x']),
  },
  { requiredKeys: [] },
)

const OPERANDS = ['x', '+main', ':main', '/dev/sda', 's3://b', 'ext::sh -c id', 's/a/b/w f', '.', 'alias.x=!id']

function anyCommand(words: Words, children: fc.Arbitrary<Record<string, Command>>): fc.Arbitrary<Command> {
  const fields = { effects, options: anyOptions(words), arguments: operands, 'x-atip': extension, commands: children }
  return fc
    .record({ description: fc.constant('A command'), ...fields }, { requiredKeys: ['description'] })
    .map((command) => JSON.parse(JSON.stringify(command)) as Command)
}

/** A layer about the commands on this path, and others beside and below them. */
export function anyLayer(tool: AtipTool, path: readonly string[]): fc.Arbitrary<AtipTool> {
  const at = (depth: number): fc.Arbitrary<Record<string, Command>> => {
    const words = wordsOf(tool, path.slice(0, depth))
    const leaf = anyCommand(wordsOf(tool, path), fc.constant({}))
    const others = fc.dictionary(
      fc.constantFrom('', 'zzz', ...OPERANDS.slice(0, 2), ...words.commands.slice(0, 5)),
      leaf,
      {
        maxKeys: 3,
      },
    )
    const name = path[depth]
    if (name === undefined) return others
    const next = anyCommand(wordsOf(tool, path.slice(0, depth + 1)), at(depth + 1))
    return fc.tuple(others, next).map(([some, own]) => ({ ...some, [name]: own }))
  }
  const words = wordsOf(tool, [])
  return fc
    .record(
      {
        atip: fc.constant({ version: '0.6' }),
        name: fc.constant(tool.name),
        version: fc.constant('1.0'),
        description: fc.constant('A tool'),
        effects,
        globalOptions: anyOptions(words),
        commands: at(0),
        'x-atip': extension,
        partial: flag,
      },
      { requiredKeys: ['atip', 'name', 'version', 'description', 'commands'] },
    )
    .map((value) => JSON.parse(JSON.stringify(value)) as AtipTool)
    .map(withoutNestedBare)
}

/** Removes commands below an empty name, where none are allowed. */
function withoutNestedBare<H extends Node>(holder: H): H {
  if (holder.commands === undefined) return holder
  const commands = Object.create(null) as Record<string, Command>
  for (const [name, command] of Object.entries(holder.commands)) {
    const { commands: _, ...rest } = command
    commands[name] = name === '' ? rest : withoutNestedBare(command)
  }
  return { ...holder, commands }
}

/** Calls in the vocabulary of the tool's description: its commands, its flags as they are written, and operands. */
export function knownCall(tool: AtipTool, path: readonly string[]): fc.Arbitrary<string[]> {
  const before = wordsOf(tool, []).flags
  const after = wordsOf(tool, path).flags
  const operand = fc.constantFrom(...OPERANDS)
  const words = (flags: string[]) =>
    fc.array(flags.length === 0 ? operand : fc.oneof(operand, fc.constantFrom(...flags), fc.constantFrom(...flags)), {
      maxLength: 5,
    })
  return fc
    .tuple(before.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...before), { maxLength: 1 }), words(after))
    .map(([first, rest]) => [tool.name, ...first, ...path, ...rest])
}

/**
 * Calls with any words: further flags, also abbreviated, negated and bundled, attached values, and unknown commands.
 */
export function anyCall(tool: AtipTool, path: readonly string[]): fc.Arbitrary<string[]> {
  const words = wordsOf(tool, path)
  const known = fc.constantFrom('--zzz', ...words.flags)
  const further = fc.constantFrom('--zzz', '-Z', ...furtherFlags(words))
  const word = fc.oneof(
    fc.constantFrom(...OPERANDS, 'zzz', '--', '-', ';'),
    known,
    known,
    further,
    fc.tuple(known, fc.constantFrom('=x', '=true', 'Z', 'f')).map(([one, more]) => one + more),
    fc.constantFrom('', ...words.commands),
  )
  const first = fc.array(fc.oneof(fc.constantFrom('--zzz', ...wordsOf(tool, []).flags), further), { maxLength: 2 })
  return fc.tuple(first, fc.array(word, { maxLength: 6 })).map(([some, rest]) => [tool.name, ...some, ...path, ...rest])
}
