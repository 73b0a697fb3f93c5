import { compileSchema, type SchemaCheck } from './check-schema.js'
import type { RuntimeTool } from './tool.js'

/** The checks of a tool's three schemas. */
export interface SchemaChecks {
  model: SchemaCheck
  runtime: SchemaCheck
  output: SchemaCheck
}

const checks = new WeakMap<RuntimeTool, SchemaChecks>()

const ID = /^[\w.:/@-]{1,200}$/

/** Checks a tool's definition. Throws if its schemas do not compile. */
export function defineTool<T extends RuntimeTool>(tool: T): T {
  const { id, name, input, runtimeInput, output, internal = [] } = tool
  if (!ID.test(id)) throw new TypeError(`${JSON.stringify(id)} is not a tool id: use letters, digits and . : / @ - _`)
  if (name === '') throw new TypeError(`${id}: the name is empty`)
  const visible = internal.filter((field) => Object.hasOwn((input.properties as object | undefined) ?? {}, field))
  if (visible.length > 0) throw new TypeError(`${id}: the internal field ${visible[0]} is in the schema for models`)
  const model = compileSchema(input, `${id}: input`)
  checks.set(tool, {
    model,
    runtime: runtimeInput === undefined ? model : compileSchema(runtimeInput, `${id}: runtimeInput`),
    output: output === undefined ? () => [] : compileSchema(output, `${id}: output`),
  })
  return tool
}

export function checksOf(tool: RuntimeTool): SchemaChecks {
  const known = checks.get(tool)
  if (known !== undefined) return known
  defineTool(tool)
  return checks.get(tool)!
}
