import type { AtipTool, Command, Option } from '@atip/protocol'
import { argumentsOf, describeOptions, flagsOf } from './parameter.js'
import type { CommanderCommand } from './shape.js'

/** The description of a program: everything that its own `--help` shows, at every level. */
export function describeCommander(program: CommanderCommand): AtipTool {
  const { own, subcommands } = partsOf(program, { inherited: [], claimed: new Set(), told: '', isClear: true })
  const isLeaf = Object.keys(subcommands).length === 0
  const { options = [], ...command } = own
  const isCalled = isLeaf || isInvocable(program)
  // Its own options may come before the name of a command, so they are global.
  const [shared, kept] = isLeaf ? [[], options] : apart(options, program)
  const root: Command = { ...command, ...(kept.length > 0 && { options: kept }) }
  return {
    atip: { version: '0.6' },
    name: program.name(),
    version: program.version() ?? '',
    description: program.description(),
    commands: byName([...(isCalled ? [['', root] as const] : []), ...Object.entries(subcommands)]),
    ...(shared.length > 0 && { globalOptions: shared }),
    'x-atip': { syntax: { bundledFlags: true, doubleDash: true, interspersed: true } },
  }
}

/**
 * What a command inherits. Unless options are positional, an outer command takes its options anywhere on the line: they
 * may follow an inner name, and hide inner options with the same flag.
 */
interface Surroundings {
  inherited: readonly Option[]
  claimed: ReadonlySet<string>
  /** The program's help flags, which are not repeated for every command. */
  told: string
  /** No command above reads its options after the name of this one. */
  isClear: boolean
}

interface Parts {
  own: Command
  subcommands: Record<string, Command>
}

function partsOf(command: CommanderCommand, { inherited, claimed, told, isClear }: Surroundings): Parts {
  const help = command.createHelp()
  const listed = help.visibleOptions(command)
  const described = describeOptions(listed, command)
  const forHelp = described.find((option) => option['x-atip']?.harmless === 'help')
  const isTold = (option: Option) => option === forHelp && option.flags.join() === told
  const own = described.filter((option) => !isTold(option)).flatMap((option) => withoutFlags(option, claimed))
  const taken = new Set(own.flatMap(({ flags }) => flags))
  const names = new Set(own.map(({ name }) => name))
  const outer = inherited.flatMap((option) => withoutFlags(option, taken))
  const options = [...own, ...outer.map((option) => (names.has(option.name) ? apartFrom(names, option) : option))]
  const children = help.visibleCommands(command).filter((child) => child.name() !== '' && child.name() !== '*')
  const isOuter = command.parent == null
  const around: Surroundings = {
    isClear: isClear && isPositional(command),
    told: isOuter ? (forHelp?.flags.join() ?? '') : told,
    // The program's own options are global already.
    inherited: isOuter ? [] : isPositional(command) ? inherited : options.filter((option) => option !== forHelp),
    claimed: isPositional(command) ? claimed : new Set([...claimed, ...command.options.flatMap(flagsOf)]),
  }
  const subcommands = byName(children.map((child) => [child.name(), describeCommand(command, child, around)]))
  const args = argumentsOf(command)
  const syntax = {
    // A first operand that names a subcommand selects it, even after `--`.
    ...(children.length > 0 && args.length > 0 && { doubleDash: false }),
    ...(command._passThroughOptions === true && isClear && { interspersed: false }),
  }
  return {
    own: {
      description: command.description(),
      ...(args.length > 0 && { arguments: args }),
      ...(options.length > 0 && { options }),
      ...(Object.keys(syntax).length > 0 && { 'x-atip': { syntax } }),
    },
    subcommands,
  }
}

function describeCommand(parent: CommanderCommand, command: CommanderCommand, around: Surroundings): Command {
  const description = command.description() || (command.summary?.() ?? '')
  const aliases = command.aliases()
  const names = aliases.length > 0 ? { aliases } : {}
  // commander creates the help command on demand, so it is not among the parent's commands.
  if (!parent.commands.includes(command)) {
    const args = argumentsOf(command)
    return { description, arguments: args, 'x-atip': { cases: [{ harmless: 'help' }] } }
  }
  // Another program reads what follows; only its name is known here.
  if (command._executableHandler === true) {
    return { description, ...(aliases.length > 0 && { 'x-atip': names }) }
  }
  const { own, subcommands } = partsOf(command, around)
  if (Object.keys(subcommands).length === 0) {
    const extension = { ...own['x-atip'], ...names }
    return { ...own, description, ...(Object.keys(extension).length > 0 && { 'x-atip': extension }) }
  }
  const itself = isInvocable(command) ? [['', { ...own, description }] as const] : []
  return {
    description,
    commands: byName([...itself, ...Object.entries(subcommands)]),
    ...(aliases.length > 0 && { 'x-atip': names }),
  }
}

function isInvocable(command: CommanderCommand): boolean {
  return command._actionHandler != null || argumentsOf(command).length > 0
}

function isPositional(command: CommanderCommand): boolean {
  return command._enablePositionalOptions === true || command._passThroughOptions === true
}

/** Splits options into those allowed before a subcommand's name and those of the program's own command only. */
function apart(options: readonly Option[], program: CommanderCommand): [shared: Option[], kept: Option[]] {
  // Before the name, these would take it as their value; after it, positional options are not read.
  const isLate = ({ 'x-atip': extension }: Option) => extension?.greedy === true || extension?.nextWord === true
  const isKept = (option: Option) => isPositional(program) && isLate(option)
  return [options.filter((option) => !isKept(option)), options.filter(isKept)]
}

/** Renames an outer command's option if an inner one has the same name and other flags. */
function apartFrom(names: ReadonlySet<string>, option: Option): Option {
  let name = `outer-${option.name}`
  while (names.has(name)) name = `outer-${name}`
  return { ...option, name }
}

function withoutFlags(option: Option, claimed: ReadonlySet<string>): Option[] {
  const flags = option.flags.filter((flag) => !claimed.has(flag))
  return flags.length === 0 ? [] : [flags.length === option.flags.length ? option : { ...option, flags }]
}

/** `constructor` and `__proto__` are names like any other. */
function byName(entries: readonly (readonly [string, Command])[]): Record<string, Command> {
  const map = Object.create(null) as Record<string, Command>
  for (const [name, command] of entries) map[name] = command
  return map
}
