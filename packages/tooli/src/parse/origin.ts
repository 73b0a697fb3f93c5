import { isObject } from '@atip/protocol'
import { own } from '../call/input.js'
import type { Io } from '../call/io.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import type { CommandModel } from '../model/model.js'
import { withInner } from '../model/parameters.js'
import { shownName } from '../model/shown-name.js'
import type { LineReading } from './read-line.js'

/** A value that is not in the command line. */
export interface ValueOrigin {
  /** Its name there, for a sentence about it: `$DEMO_PORT (for --port)`. */
  name: string
  /** What to do about a wrong value. */
  fix: string
}

/** Where the value of a parameter comes from, if neither from the words nor from the JSON of the command line. */
export async function originOf(
  cli: Pick<CliDefinition<CommandMap>, 'name' | 'config'>,
  model: CommandModel,
  { given, flags }: LineReading,
  [key, at]: readonly [key: string, at: string | undefined],
  io: Io,
): Promise<ValueOrigin | undefined> {
  const path = at === undefined ? key : `${key}.${at}`
  if (own(given, key) !== undefined || own(given, path) !== undefined || mayHold(flags.input, key)) return undefined
  const all = withInner(model.parameters)
  const parameter = all.find((one) => one.key === path) ?? all.find((one) => one.key === key)
  if (parameter === undefined) return undefined
  const { env, config } = parameter.hints
  if (env !== undefined && (io.env[env] ?? '') !== '') {
    const inside = parameter.key === path ? '' : `.${at}`
    return { name: `$${env} (for ${shownName(parameter)})${inside}`, fix: `Correct $${env} in the environment` }
  }
  if (cli.config !== true) return undefined
  const file = (await import('./config.js')).configFileOf(cli.name, model, key, io)
  const word = typeof config === 'string' ? config : key
  return file === undefined
    ? undefined
    : { name: `${file}: ${word}${at === undefined ? '' : `.${at}`}`, fix: `Correct "${word}" in ${file}` }
}

/** A file or stdin may hold any key, and stdin cannot be read again. */
function mayHold(input: string | undefined, key: string): boolean {
  if (input?.startsWith('{') !== true) return input !== undefined
  const value: unknown = JSON.parse(input)
  return isObject(value) && Object.hasOwn(value, key)
}
