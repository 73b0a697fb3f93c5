import { isObject } from '@atip/protocol'
import { own } from '../call/input.js'
import type { Io } from '../call/io.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { fs } from '../files/file-system.js'
import type { CommandModel, ParameterModel } from '../model/model.js'
import { typesOf } from '../model/parameters.js'
import { fromText } from './from-text.js'

/** Puts an input together: words win over JSON, over the environment, over configuration. Defaults come later. */
export async function gatherInput(
  cli: Pick<CliDefinition<CommandMap>, 'name' | 'config'>,
  model: CommandModel,
  given: Record<string, unknown>,
  wholeInput: string | undefined,
  io: Io,
): Promise<Record<string, unknown>> {
  const json = wholeInput === undefined ? {} : await readWhole(wholeInput, io)
  const config = cli.config === true ? (await import('./config.js')).readConfig(cli.name, model, io) : {}
  const input: Record<string, unknown> = { ...config, ...fromEnvironment(model, io), ...json }
  for (const parameter of model.parameters) {
    const value = own(given, parameter.key)
    if (value !== undefined) input[parameter.key] = await resolve(parameter, value, io)
  }
  return input
}

async function readWhole(source: string, io: Io): Promise<Record<string, unknown>> {
  const text =
    source === '-' ? await io.readStdin() : source.startsWith('@') ? readText(source.slice(1), '--input') : source
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    throw new ToolError(CODES.invalidJson, `--input is not JSON: ${message}`, { details: { parameter: 'input' } })
  }
  if (isObject(value)) return value
  throw new ToolError(CODES.invalidJson, '--input must be a JSON object such as {"name": "value"}', {
    details: { parameter: 'input' },
  })
}

function fromEnvironment(model: CommandModel, io: Io): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const parameter of model.parameters) {
    const { env } = parameter.hints
    const text = env === undefined ? undefined : io.env[env]
    if (text !== undefined && text !== '') found[parameter.key] = fromText(parameter, text, `$${env}`)
  }
  return found
}

async function resolve(parameter: ParameterModel, value: unknown, io: Io): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((entry) => resolve(parameter, entry, io)))
  if (typeof value !== 'string') return value
  const name = parameter.flags.find((flag) => flag.startsWith('--')) ?? `<${parameter.key}>`
  const { secret, path } = parameter.hints
  const isText = typesOf(parameter.form).includes('string') && path === undefined
  if (value === '@stdin' || (value === '-' && isText)) return (await io.readStdin()).replace(/\r?\n$/, '')
  if (secret === true) return readSecret(value, name)
  const types = typesOf(parameter.isMultiple ? (parameter.form.items ?? {}) : parameter.form)
  return types.includes('object') || types.length > 1 ? fromText(parameter, value, name) : value
}

/** A secret on a command line is seen by everyone who can list processes. */
function readSecret(value: string, name: string): string {
  if (value.startsWith('@')) return readText(value.slice(1), name).replace(/\r?\n$/, '')
  throw new ToolError(
    CODES.invalidValue,
    `${name} is a secret and must not be on the command line; give @FILE or @stdin`,
    {
      details: { parameter: name },
      suggestion: {
        action: 'retry_with_modified_input',
        fix: `Put the secret in a file and write ${name} @FILE`,
        applicability: 'has_placeholders',
      },
    },
  )
}

function readText(path: string, name: string): string {
  try {
    return fs().readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ToolError(CODES.unreadableFile, `${name}: cannot read ${JSON.stringify(path)} (${code})`, {
      exitCode: EXIT.noInput,
      details: { path },
    })
  }
}
