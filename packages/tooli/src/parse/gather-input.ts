import { isObject } from '@atip/protocol'
import { own } from '../call/input.js'
import type { Io } from '../call/io.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { fs } from '../files/file-system.js'
import type { CommandModel, InnerParameter, ParameterModel } from '../model/model.js'
import { longFlag } from '../model/scope.js'
import { typesOf, withInner } from '../model/parameters.js'
import { shownName } from '../model/shown-name.js'
import { fromText, readMap } from './from-text.js'

/** Builds an input: words override JSON, the environment, and configuration, in this order. Defaults come later. */
export async function gatherInput(
  cli: Pick<CliDefinition<CommandMap>, 'name' | 'config'>,
  model: CommandModel,
  given: Record<string, unknown>,
  wholeInput: string | undefined,
  io: Io,
): Promise<Record<string, unknown>> {
  const json =
    wholeInput === undefined ? {} : await readWhole(wholeInput, longFlag(model.flags, 'input') ?? 'input', io)
  const input: Record<string, unknown> = { ...(await fromElsewhere(cli, model, io)), ...json }
  for (const parameter of model.parameters) {
    const value = own(given, parameter.key)
    if (value !== undefined) input[parameter.key] = await resolve(parameter, value, io)
    for (const inner of parameter.inner ?? []) {
      const part = own(given, inner.key)
      if (part === undefined) continue
      input[parameter.key] ??= parameter.form.default
      place(input, inner.at, await resolve(inner, part, io))
    }
  }
  return input
}

/** The values that come neither from the line nor from JSON. */
export async function fromElsewhere(
  cli: Pick<CliDefinition<CommandMap>, 'name' | 'config'>,
  model: CommandModel,
  io: Io,
): Promise<Record<string, unknown>> {
  const config = cli.config === true ? (await import('./config.js')).readConfig(cli.name, model, io) : {}
  return { ...config, ...fromEnvironment(model, io) }
}

/** Sets a value at a path. If something other than an object is in the way, it stays for the check to refuse. */
function place(target: Record<string, unknown>, [key, ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[key!] = value
    return
  }
  const before = own(target, key!)
  if (before !== undefined && !isObject(before)) return
  const inside = { ...before }
  target[key!] = inside
  place(inside, rest, value)
}

async function readWhole(source: string, name: string, io: Io): Promise<Record<string, unknown>> {
  const text = source === '-' ? await io.readStdin() : source.startsWith('@') ? readText(source.slice(1), name) : source
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    throw new ToolError(CODES.invalidJson, `${name} is not JSON: ${message}`, { details: { parameter: 'input' } })
  }
  if (isObject(value)) return value
  throw new ToolError(CODES.invalidJson, `${name} must be a JSON object such as {"name": "value"}`, {
    details: { parameter: 'input' },
  })
}

function fromEnvironment(model: CommandModel, io: Io): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const parameter of withInner(model.parameters)) {
    const { env } = parameter.hints
    const text = env === undefined ? undefined : io.env[env]
    const at = (parameter as Partial<InnerParameter>).at ?? [parameter.key]
    if (text !== undefined && text !== '') place(found, at, fromText(parameter, text, `$${env}`))
  }
  return found
}

async function resolve(parameter: ParameterModel, value: unknown, io: Io): Promise<unknown> {
  if (parameter.isMap === true) return readMap(parameter, [value].flat().map(String))
  if (Array.isArray(value)) return Promise.all(value.map((entry) => resolve(parameter, entry, io)))
  if (typeof value !== 'string') return value
  const name = shownName(parameter)
  const { secret, path } = parameter.hints
  const isText = typesOf(parameter.form).includes('string') && path === undefined
  if (value === '@stdin' || (value === '-' && isText)) return (await io.readStdin()).replace(/\r?\n$/, '')
  if (secret === true) return readSecret(value, name)
  const types = typesOf(parameter.isMultiple ? (parameter.form.items ?? {}) : parameter.form)
  return types.includes('object') || types.length > 1 ? fromText(parameter, value, name) : value
}

/** Every user who can list processes can see a secret on a command line. */
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
