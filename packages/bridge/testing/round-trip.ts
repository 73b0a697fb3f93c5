/**
 * The round trip of a call: from an input that satisfies a compiled schema, through a provider's answer, to argv, and
 * back through the protocol's own parser. The result must equal the input.
 */
import {
  findCommand,
  isRequired,
  parseArgv,
  type Argument,
  type AtipTool,
  type Command,
  type InputValue,
  type Option,
} from '@atip/protocol'
import { parseToolCall } from '../src/calls/parse-tool-call.js'
import { resolveCall, type ResolveProblem } from '../src/calls/resolve.js'
import fc from 'fast-check'
import type { CommandEntry, PropertyEntry, Provider, ToolIndex } from '../src/types.js'
import { inputForSchema, type Input } from './input-for-schema.js'
import { responseOf } from './responses.js'
import { propertiesOf, type Schema } from './rules/places.js'

export interface Journey {
  name: string
  schema: Schema
  index: ToolIndex
  command: CommandEntry
  input: Input
}

/**
 * Inputs for one compiled tool: the properties that its schema requires, optional arguments without gaps, options at
 * random. The schema of an action tool does not say what only one action requires.
 */
export function journeys(name: string, schema: Schema, index: ToolIndex): fc.Arbitrary<Journey> {
  const entry = index.get(name)!
  const commands = entry.kind === 'command' ? [entry] : Object.values(entry.actions)
  return fc.tuple(fc.nat(commands.length - 1), fc.nat(4)).chain(([place, count]) => {
    const command = commands[place]!
    const isShared = entry.kind === 'action'
    const isWanted = (property: string) => isWantedIn(command, property, count, isShared)
    return inputForSchema(schema, { isWanted }).map((input) => {
      const action = entry.kind === 'command' ? {} : { [entry.discriminator]: Object.keys(entry.actions)[place] }
      return readable({ name, schema, index, command, input: { ...input, ...action } })
    })
  })
}

/** Leaves the whole tool out of a failure report. */
function readable(journey: Journey): Journey {
  const { name, schema, command, input } = journey
  const entries = Object.keys(input).map((property) => {
    const entry = Object.hasOwn(command.properties, property) ? command.properties[property] : undefined
    const parameter = entry && parameterOf(command.tool, commandOf(command), entry)
    return { property, value: input[property], schema: propertiesOf(schema)[property], parameter }
  })
  const text = () => JSON.stringify({ name, path: command.path, input: entries })
  return Object.defineProperty(journey, fc.toStringMethod, { value: text, enumerable: false })
}

function isWantedIn(command: CommandEntry, property: string, count: number, isShared: boolean): boolean | undefined {
  const entry = Object.hasOwn(command.properties, property) ? command.properties[property] : undefined
  if (entry === undefined) return false
  const parameter = parameterOf(command.tool, commandOf(command), entry)
  if (isRequired(parameter)) return isShared ? true : undefined
  if (entry.kind === 'option' || parameter['x-atip']?.keyword !== undefined) return undefined
  return (commandOf(command).arguments ?? []).indexOf(parameter as Argument) < count
}

export type Arrival = { ok: true; differences: string[] } | { ok: false; problems: readonly ResolveProblem[] }

/** Makes the round trip, and lists what changed on the way. */
export function travel(provider: Provider, { name, index, command, input }: Journey): Arrival {
  const calls = parseToolCall(provider, responseOf(provider, [{ id: 'call_1', name, input }]))
  if (calls.length !== 1) return { ok: true, differences: [`${calls.length} calls instead of one`] }
  const resolution = resolveCall(index, calls[0]!)
  if (!resolution.ok) return resolution
  const { tool, path } = command
  const parsed = parseArgv(tool, resolution.argv)
  const differences = parsed.leftovers.map(({ reason, word }) => `${reason} ${JSON.stringify(word)}`)
  const reached = parsed.path.filter((word) => word !== '')
  if (reached.join('/') !== path.join('/')) differences.push(`reached "${reached.join(' ')}", not "${path.join(' ')}"`)
  const expected = { argument: new Map<string, Given>(), option: new Map<string, Given>() }
  for (const [property, entry] of Object.entries(command.properties)) {
    const value = Object.hasOwn(input, property) ? input[property] : undefined
    const parameter = parameterOf(tool, commandOf(command), entry)
    if (isSaid(parameter, value)) expected[entry.kind].set(entry.name, { value, parameter })
  }
  differences.push(...compare('argument', expected.argument, parsed.arguments))
  differences.push(...compare('option', expected.option, parsed.options))
  return { ok: true, differences }
}

interface Given {
  value: unknown
  parameter: Argument | Option
}

/** Null and an empty list mean "not given"; false means something only if a flag expresses it (decision 36). */
function isSaid(parameter: Argument | Option, value: unknown): boolean {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return false
  if (value !== false || parameter.flags === undefined || parameter.type !== 'boolean') return true
  const { flags } = parameter
  return flags.some((flag) => flag.startsWith('--no-') && flags.includes(`--${flag.slice(5)}`))
}

function compare(kind: string, expected: Map<string, Given>, found: Record<string, InputValue>): string[] {
  const names = new Set([...expected.keys(), ...Object.keys(found)])
  return [...names].flatMap((name) => {
    const { value, parameter } = expected.get(name) ?? {}
    const got = Object.hasOwn(found, name) ? found[name] : undefined
    // The values of an enum are compared as words: the schema may show 1 and true as texts (decision 7).
    const isWord = parameter?.type === 'enum' || parameter?.items?.enum !== undefined
    if (parameter !== undefined && isSame(value, got, isWord)) return []
    return [`${kind} ${name}: ${JSON.stringify(value)} became ${JSON.stringify(got)}`]
  })
}

function isSame(wanted: unknown, got: unknown, isWord: boolean): boolean {
  if (Array.isArray(wanted) && Array.isArray(got)) {
    return wanted.length === got.length && wanted.every((value, index) => isSame(value, got[index], isWord))
  }
  return wanted === got || (isWord && got !== undefined && String(wanted) === String(got))
}

/** Whether a refusal is right: the schemas of some providers cannot express all demands of a command line. */
export function isFairRefusal({ command }: Journey, { code, property }: ResolveProblem): boolean {
  if (code === 'not-expressible' || code === 'not-encodable') return true
  const entry = property === undefined ? undefined : command.properties[property]
  if (code !== 'wrong-value' || entry === undefined) return false
  const parameter = parameterOf(command.tool, commandOf(command), entry)
  const { arity = 1, optionalValue = false } = parameter['x-atip'] ?? {}
  return arity > 1 || optionalValue || parameter.enum?.includes('') === true
}

function commandOf({ tool, path }: CommandEntry): Command {
  const node = findCommand(tool, path)
  if (node === undefined) throw new Error(`the index leads to "${path.join(' ')}", which is not there`)
  return node.command
}

function parameterOf(tool: AtipTool, command: Command, { kind, name }: PropertyEntry): Argument | Option {
  const own = kind === 'argument' ? command.arguments : [...(command.options ?? []), ...(tool.globalOptions ?? [])]
  const found = own?.find((parameter) => parameter.name === name)
  if (found === undefined) throw new Error(`the index names ${kind} "${name}", which is not there`)
  return found
}
