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
 * A command that replaces the program; on a line for tooli it has only a body, which answers. citty awaits `args`
 * before it reads anything else, so `isOurs` is known by then.
 */
export function takeOverCitty(program: CittyCommand, answer: Answer): CittyCommand {
  let isOurs = false
  const args = async () => {
    isOurs = answer.isOurs(await ownWordsOf(program))
    // Declared, so that citty leaves `skill --help` to us.
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

/** Only aliases of commands that are loaded already: no command is loaded just to check its names. */
async function aliasesOf(command: CittyCommand | unknown): Promise<readonly string[]> {
  if (typeof command !== 'object' || command === null || command instanceof Promise) return []
  const { alias } = (await resolve((command as CittyCommand).meta)) ?? {}
  return listOf(alias)
}
