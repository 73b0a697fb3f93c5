/** The Model Context Protocol, revision 2025-11-25: "Tool Names", `Tool` and `ToolAnnotations`. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { checkAnthropicProperties } from './anthropic.js'
import type { Tell } from './common.js'
import type { View } from './view.js'
import { isSchema } from './places.js'

const NAME = /^[A-Za-z0-9_.-]{1,128}$/
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']

let ajv: Ajv2020 | undefined

export function checkMcpTool(view: View, tell: Tell): void {
  const { name, schema, tool } = view
  if (!NAME.test(name)) tell('name', '', name)
  // The protocol has no rule for these, but clients pass them on: one bad key, and all tools of a server are refused.
  checkAnthropicProperties(view, tell)
  // Schemas are JSON Schema 2020-12 unless they say otherwise.
  ajv ??= new Ajv2020()
  if (!ajv.validateSchema(schema))
    tell('not-json-schema', ajv.errors?.[0]?.instancePath ?? '', ajv.errors?.[0]?.message)
  const { annotations } = tool
  if (annotations === undefined) return
  if (!isSchema(annotations)) return tell('annotations', '', annotations)
  for (const [key, value] of Object.entries(annotations)) {
    if (key === 'title' ? typeof value !== 'string' : !HINTS.includes(key) || typeof value !== 'boolean') {
      tell('annotations', '', { [key]: value })
    }
  }
}
