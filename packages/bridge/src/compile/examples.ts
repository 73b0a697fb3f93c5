import { checkCall, parseArgv, tokenise, type InputValue } from '@atip/protocol'
import type { CompilableCommand } from '../commands.js'
import type { PropertySchema } from '../schema/types.js'
import type { Parameters } from './parameters.js'

/**
 * The inputs of a command's examples. Only unambiguous examples are taken: a provider refuses a request with an example
 * that does not fit its schema.
 */
export function inputsFrom(
  command: CompilableCommand,
  parameters: Pick<Parameters, 'properties' | 'entries'>,
): Record<string, unknown>[] {
  const inputs: Record<string, unknown>[] = []
  for (const example of command.command.examples ?? []) {
    const input = inputFrom(example, command, parameters)
    if (input !== undefined) inputs.push(input)
  }
  return inputs
}

function inputFrom(
  example: string,
  { tool, path, command, lineage }: CompilableCommand,
  { properties, entries }: Pick<Parameters, 'properties' | 'entries'>,
): Record<string, unknown> | undefined {
  const tokens = tokenise(example.replace(/^\$ /, ''))
  if (!tokens.ok || tokens.words[0] !== tool.name) return undefined
  const call = parseArgv(tool, tokens.words)
  const isThis = call.path.length === path.length && call.path.every((name, index) => name === path[index])
  if (!isThis || call.leftovers.length > 0) return undefined
  if (checkCall(tool, { path: [...path], command, lineage }, call).length > 0) return undefined
  const input = Object.create(null) as Record<string, unknown>
  let unsaid = Object.keys(call.arguments).length + Object.keys(call.options).length
  for (const { name, schema } of properties) {
    const entry = entries[name]!
    const given = entry.kind === 'argument' ? call.arguments : call.options
    if (!Object.hasOwn(given, entry.name)) continue
    input[name] = asSchema(schema, given[entry.name]!)
    unsaid--
  }
  return unsaid === 0 ? input : undefined
}

/** A value of an enum of mixed types is a text to the model (decision 7). */
function asSchema(schema: PropertySchema, value: InputValue): unknown {
  const { items, anyOf } = schema
  if (anyOf !== undefined) return value === true ? true : asSchema(anyOf[0]!, value)
  if (Array.isArray(value) && items !== undefined) return value.map((element) => asSchema(items, element as InputValue))
  const isText = schema.enum !== undefined && schema.type === 'string'
  return isText ? String(value) : value
}
