import { isCommand } from '../define/is-command.js'
import type { AnyCommand, CliDefinition, CommandMap } from '../define/types.js'
import type { Form } from '../schema/form.js'
import { Schema } from '../schema/t.js'
import { parametersOf } from './parameters.js'
import { flagsOf, NO_SCOPE } from './scope.js'

/**
 * Refuses options that take a built-in flag, when the tool is defined. It checks only plain schemas and suspicious
 * names, because a tool may have a thousand commands; others are found when their command is used.
 */
export function checkNames(cli: CliDefinition<CommandMap>): void {
  const flags = flagsOf(cli)
  const taken = new Set(
    flags.filter(({ yields }) => yields !== true).flatMap((flag) => [flag.key, ...flag.flags.map(bare)]),
  )
  // A switch called `color` would take `--no-color`.
  const negated = [...taken].filter((name) => name.startsWith('no-'))
  for (const name of negated) taken.add(name.slice('no-'.length))
  const check = (command: AnyCommand, path: readonly string[]) => {
    const { options } = command.definition
    const form =
      options instanceof Schema
        ? (options.form as Form)
        : options?.['~standard'] === undefined
          ? (options as Form)
          : undefined
    const isSuspect = Object.entries(form?.properties ?? {}).some(([key, { 'x-cli': hints }]) =>
      [key, hints?.flag, hints?.short].some((name) => name !== undefined && taken.has(name)),
    )
    if (!isSuspect) return
    try {
      parametersOf({ options: options! }, { ...NO_SCOPE, flags })
    } catch (error) {
      const where = [cli.name, ...path].join(' ')
      throw new TypeError(
        `${where}: ${(error as Error).message}, or rename the framework's with defineCli({ flags })`,
        { cause: error },
      )
    }
  }
  if (cli.command !== undefined) check(cli.command, [])
  const walk = (map: CommandMap, path: readonly string[]) => {
    for (const [name, entry] of Object.entries(map)) {
      const here = name === '' ? path : [...path, name]
      if (isCommand(entry)) check(entry, here)
      else if (typeof entry === 'object' && typeof (entry as { load?: unknown }).load !== 'function')
        walk(entry as CommandMap, here)
    }
  }
  walk(cli.commands ?? {}, [])
}

const bare = (flag: string) => flag.replace(/^--?/, '')
