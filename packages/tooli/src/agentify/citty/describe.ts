import type { AtipTool, Command, Option } from '@atip/protocol'
import { describeArgument, describeOption, flagsOf, type Named } from './parameter.js'
import { listOf, resolve, type CittyCommand, type CittyMeta, type Resolvable } from './shape.js'

/** The description of a program. Its lazy commands are loaded for it. */
export async function describeCitty(program: CittyCommand): Promise<AtipTool> {
  const meta = (await resolve(program.meta)) ?? {}
  // The program's own options come before the name of a command, where only the program reads them.
  const { args, options, subcommands } = await partsOf(program, undefined)
  const isLeaf = Object.keys(subcommands).length === 0
  const help = helpOption(await namedArgs(program))
  const own: Command = {
    description: meta.description ?? '',
    ...(args.length > 0 && { arguments: args }),
    ...(isLeaf && options.length > 0 && { options }),
  }
  const isCalled = isLeaf || program.run !== undefined
  const globals = [...(isLeaf ? [] : options), ...help]
  return {
    atip: { version: '0.6' },
    name: meta.name ?? '',
    version: meta.version ?? '',
    description: meta.description ?? '',
    commands: byName([...(isCalled ? [['', own] as const] : []), ...Object.entries(subcommands)]),
    ...(globals.length > 0 && { globalOptions: globals }),
    'x-atip': { syntax: { bundledFlags: true, doubleDash: true, interspersed: true, implicitNegation: true } },
  }
}

interface Parts {
  args: NonNullable<Command['arguments']>
  options: Option[]
  subcommands: Record<string, Command>
}

/** `inherited` are switches of groups above, which are read anywhere after the group's name. */
async function partsOf(command: CittyCommand, inherited: readonly Option[] | undefined): Promise<Parts> {
  const named = await namedArgs(command)
  const own = named.filter(([, { type }]) => type !== 'positional').map(describeOption)
  const taken = new Set(own.flatMap(({ flags }) => flags))
  const options = [...own, ...(inherited ?? []).filter(({ flags }) => !flags.some((flag) => taken.has(flag)))]
  const children = byCommand((await resolve(command.subCommands)) ?? {})
  // Only switches: a subcommand does not know inherited options and would read a value as its operand.
  const handedDown = inherited === undefined ? [] : options.filter(({ type }) => type === 'boolean')
  const described = await Promise.all(children.map(([child, names]) => describeCommand(names, child, handedDown)))
  return {
    // In front of subcommands a word always names one, even if the group declares arguments.
    args: children.length > 0 ? [] : named.filter(([, { type }]) => type === 'positional').map(describeArgument),
    options,
    subcommands: byName(described.flat()),
  }
}

/** Authors define an alias by listing the same command again. */
function byCommand(subcommands: Readonly<Record<string, Resolvable<CittyCommand>>>) {
  const names = new Map<Resolvable<CittyCommand>, string[]>()
  for (const [name, command] of Object.entries(subcommands)) names.set(command, [...(names.get(command) ?? []), name])
  return [...names]
}

async function describeCommand(
  [name = '', ...others]: readonly string[],
  loaded: Resolvable<CittyCommand>,
  inherited: readonly Option[],
): Promise<(readonly [string, Command])[]> {
  const command = await load(loaded)
  // Only its name is known.
  if (command === undefined) return [[name, { description: '' }]]
  const meta: CittyMeta = (await resolve(command.meta)) ?? {}
  if (meta.hidden === true) return []
  const { args, options, subcommands } = await partsOf(command, inherited)
  const description = meta.description ?? ''
  const own: Command = {
    description,
    ...(args.length > 0 && { arguments: args }),
    ...(options.length > 0 && { options }),
  }
  const aliases = [...others, ...listOf(meta.alias)]
  const extension = aliases.length > 0 && { 'x-atip': { aliases } }
  if (Object.keys(subcommands).length === 0) return [[name, { ...own, ...extension }]]
  const itself = command.run === undefined ? [] : [['', own] as const]
  return [[name, { description, commands: byName([...itself, ...Object.entries(subcommands)]), ...extension }]]
}

async function load(command: Resolvable<CittyCommand>): Promise<CittyCommand | undefined> {
  try {
    const loaded = await resolve(command)
    return typeof loaded === 'object' && loaded !== null ? loaded : undefined
  } catch {
    return undefined
  }
}

async function namedArgs({ args }: CittyCommand): Promise<Named[]> {
  return Object.entries((await resolve(args)) ?? {})
}

/** `--help` works anywhere on the line, unless the program uses the flag. `--version` works only alone. */
function helpOption(named: readonly Named[]): Option[] {
  const taken = new Set(named.flatMap((one) => flagsOf(one)))
  if (taken.has('--help')) return []
  const flags = taken.has('-h') ? ['--help'] : ['-h', '--help']
  return [{ name: 'help', flags, type: 'boolean', description: 'Show usage', 'x-atip': { harmless: 'help' } }]
}

/** `constructor` and `__proto__` are names like any other. */
function byName(entries: readonly (readonly [string, Command])[]): Record<string, Command> {
  const map = Object.create(null) as Record<string, Command>
  for (const [name, command] of entries) map[name] = command
  return map
}
