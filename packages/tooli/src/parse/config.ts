import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isObject } from '@atip/protocol'
import type { Io } from '../call/io.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import type { CommandModel } from '../model/model.js'

/** Values from `.NAME.json` in the cwd, then from the user's `NAME/config.json`. Keys may be under a command's name. */
export function readConfig(name: string, model: CommandModel, io: Io): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const file of filesOf(name, io)) Object.assign(values, pick(readFile(file), model))
  return values
}

/** The file that a value of the configuration comes from. */
export function configFileOf(name: string, model: CommandModel, key: string, io: Io): string | undefined {
  return filesOf(name, io).findLast((file) => Object.hasOwn(pick(readFile(file), model), key))
}

/** Later files override earlier ones. */
function filesOf(name: string, io: Io): string[] {
  const home = io.env.XDG_CONFIG_HOME || join(io.env.HOME || homedir(), '.config')
  return [join(home, name, 'config.json'), join(io.cwd, `.${name}.json`)]
}

function pick(config: Record<string, unknown>, model: CommandModel): Record<string, unknown> {
  const own = config[model.path.join(' ')]
  const sources = [config, ...(isObject(own) ? [own] : [])]
  const found: Record<string, unknown> = {}
  for (const { key, hints } of model.parameters) {
    if (hints.config === false || hints.secret === true) continue
    const word = hints.config ?? key
    for (const source of sources) if (Object.hasOwn(source, word)) found[key] = source[word]
  }
  return found
}

function readFile(file: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return {}
    throw problem(file, `cannot be read (${code})`)
  }
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch (error) {
    throw problem(file, `is not JSON: ${(error as Error).message}`)
  }
  throw problem(file, 'must hold a JSON object')
}

function problem(file: string, reason: string): ToolError {
  return new ToolError(CODES.invalidConfiguration, `the configuration ${file} ${reason}; correct or remove it`, {
    exitCode: EXIT.configuration,
    details: { file },
  })
}
