import type { Answer, Framework } from '../vocabulary/types.js'
import { describeCitty } from './describe.js'
import { flagsOf } from './parameter.js'
import { listOf, resolve, type CittyCommand } from './shape.js'

export const citty: Framework<CittyCommand> = { is: isCitty, takeOver: takeOverCitty }

const KEYS = new Set(['meta', 'args', 'default', 'subCommands', 'plugins', 'setup', 'cleanup', 'run'])

/** A command of citty is a plain object with a few known keys. */
export function isCitty(program: unknown): program is CittyCommand {
  if (typeof program !== 'object' || program === null) return false
  const keys = Object.keys(program)
  return keys.every((key) => KEYS.has(key)) && ('run' in program || 'subCommands' in program)
}

/**
 * A command in place of the program: on a line for us it has only a body that answers. citty asks for `args`
 * before anything else, and waits for it; by then it is known whose line it is.
 */
export function takeOverCitty(program: CittyCommand, answer: Answer): CittyCommand {
  let isOurs = false
  const args = async () => {
    isOurs = answer.isOurs(await ownWordsOf(program))
    // Known by name, so that citty leaves `skill --help` to us.
    return isOurs
      ? { help: { type: 'boolean' as const }, version: { type: 'boolean' as const } }
      : ((await resolve(program.args)) ?? {})
  }
  const ifOwn = <K extends keyof CittyCommand>(key: K): CittyCommand[K] => (isOurs ? undefined : program[key])
  return {
    ...(program.meta !== undefined && { meta: program.meta }),
    args,
    get default() {
      return ifOwn('default')
    },
    get subCommands() {
      return ifOwn('subCommands')
    },
    get plugins() {
      return ifOwn('plugins')
    },
    get setup() {
      return ifOwn('setup')
    },
    get cleanup() {
      return ifOwn('cleanup')
    },
    get run() {
      return isOurs ? () => answer.soon(describeCitty(program)) : program.run
    },
  }
}

async function ownWordsOf(program: CittyCommand) {
  const named = Object.entries((await resolve(program.args)) ?? {})
  const subcommands = (await resolve(program.subCommands)) ?? {}
  const commands = await Promise.all(
    Object.entries(subcommands).map(async ([name, loaded]) => [name, ...(await aliasesOf(loaded))]),
  )
  return {
    commands: commands.flat(),
    flags: named.filter(([, { type }]) => type !== 'positional').flatMap(flagsOf),
    takesArguments: commands.length === 0 && named.some(([, { type }]) => type === 'positional'),
  }
}

/** Only those that are there already: commands are not loaded to find out that none is called so. */
async function aliasesOf(command: CittyCommand | unknown): Promise<readonly string[]> {
  if (typeof command !== 'object' || command === null || command instanceof Promise) return []
  const { alias } = (await resolve((command as CittyCommand).meta)) ?? {}
  return listOf(alias)
}
