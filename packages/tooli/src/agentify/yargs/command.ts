import { humanise, type ByName, type Command, type Option } from '@atip/protocol'
import { sentences } from '../vocabulary/sentences.js'
import { toArguments } from './argument.js'
import { namesOf, shownKeys } from './keys.js'
import { toOption } from './option.js'
import type { YargsHandler, YargsProgram } from './program.js'
import { ownOptions } from './state.js'
import { deprecation } from './text.js'
import { visit, type Look } from './visit.js'

/** The maximum nesting: a builder that adds its own command would recurse for ever. */
const MAX_DEPTH = 32

/** All options that the help of the program shows in its present state. */
export function optionsOf(program: YargsProgram): Option[] {
  const own = ownOptions(program)
  const options = shownKeys(program).map((key) => {
    const names = namesOf(program, key)
    const isOwn = (name: string | undefined) => name !== undefined && names.includes(name)
    return toOption(program, key, isOwn(own.help) ? 'help' : isOwn(own.version) ? 'version' : undefined)
  })
  return options.filter((option) => option !== undefined)
}

/** The commands that the program has in its present state, without those that are hidden. */
export function* commandsOf(program: YargsProgram, globals: readonly Option[], depth = 0): Look<ByName<Command>> {
  const instance = program.getInternalMethods().getCommandInstance()
  const aliases = Object.entries(instance.aliasMap ?? {})
  const main = instance.defaultCommand
  const commands = Object.create(null) as ByName<Command>
  if (depth >= MAX_DEPTH) return commands
  if (main !== undefined) {
    const { commands: below, ...command } = yield* commandOf(program, main, undefined, globals, depth)
    // Subcommands of a default command are called as if they were declared here.
    Object.assign(commands, below ?? { '': command })
  }
  for (const [name, handler] of Object.entries(instance.getCommandHandlers())) {
    if (handler.description === false || name === '$0' || name === '') continue
    const command = yield* commandOf(program, handler, name, globals, depth)
    const others = aliases.filter(([, target]) => target === name).map(([alias]) => alias)
    commands[name] = others.length > 0 ? { ...command, 'x-atip': { aliases: others } } : command
  }
  return commands
}

function* commandOf(
  program: YargsProgram,
  handler: YargsHandler,
  name: string | undefined,
  globals: readonly Option[],
  depth: number,
): Look<Command> {
  return yield* visit(program, handler, name, function* () {
    const own = ownPart(program, handler, globals)
    const text = sentences([handler.description || '', ...deprecation(handler.deprecated)])
    const description = text === '' ? humanise(name ?? '') : text
    const below = yield* commandsOf(program, globals, depth + 1)
    if (Object.keys(below).length === 0) return { description, ...own }
    if (below[''] === undefined && isInvocable(program, handler)) below[''] = { description, ...own }
    return { description, commands: below }
  })
}

type OwnPart = Pick<Command, 'arguments' | 'options'>

/** Its operands, and its options that are not global. */
function ownPart(program: YargsProgram, handler: YargsHandler, globals: readonly Option[]): OwnPart {
  const operands = toArguments(program, handler)
  const taken = new Set([...handler.demanded, ...handler.optional].flatMap(({ cmd }) => cmd))
  const known = new Set(globals.map((option) => JSON.stringify(option)))
  const options = optionsOf(program).filter(
    (option) => !known.has(JSON.stringify(option)) && !namesOf(program, option.name).some((name) => taken.has(name)),
  )
  return { ...(operands.length > 0 && { arguments: operands }), ...(options.length > 0 && { options }) }
}

/** Whether a command with commands below it does something by itself. */
function isInvocable(program: YargsProgram, { handler, demanded, optional }: YargsHandler): boolean {
  if (demanded.length + optional.length > 0) return true
  const isIdle = /\{\s*\}$/.test(Function.prototype.toString.call(handler))
  return !isIdle && !((program.getDemandedCommands()._?.min ?? 0) > 0)
}
