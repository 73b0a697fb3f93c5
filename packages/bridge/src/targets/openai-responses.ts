import { childCommand, type AtipTool, type Command } from '@atip/protocol'
import type { CompileOptions } from './options.js'
import { authorText } from '../describe/author-text.js'
import { toolNames } from '../names/tool-names.js'
import type { ObjectSchema } from '../schema/types.js'
import { OPENAI_PROPERTIES, OPENAI_STRICT } from './openai.js'
import type { Part, Target } from './target.js'

/** A function of the Responses API. */
export type ResponsesFunction = {
  type: 'function'
  name: string
  description: string
  parameters: ObjectSchema
  /** Always stated, because the API takes an absent value for true. */
  strict: boolean
  defer_loading?: true
}

export type ResponsesNamespace = {
  type: 'namespace'
  name: string
  description: string
  tools: ResponsesFunction[]
}

export type ResponsesTool = ResponsesFunction | ResponsesNamespace

export const openaiResponses: Target<ResponsesFunction, ResponsesTool[]> = {
  propertyNames: OPENAI_PROPERTIES,
  descriptions: { size: 1024, unit: 'characters' },
  dialect: { anyChoice: true, anyCount: true },
  strict: OPENAI_STRICT,
  heeds: ['strict', 'defer', 'namespaces'],
  write: ({ draft: { name, description }, schema, isStrict, isDeferred }) => ({
    type: 'function',
    name,
    description,
    parameters: schema,
    strict: isStrict,
    ...(isDeferred && { defer_loading: true }),
  }),
  collect: (tools, parts, { namespaces }) =>
    namespaces === undefined ? tools : inNamespaces(tools, parts, namespaces),
}

/** Functions keep their whole names in a namespace, so that the index does not need it. */
function inNamespaces(
  tools: readonly ResponsesFunction[],
  parts: readonly Part[],
  by: NonNullable<CompileOptions['namespaces']>,
): ResponsesNamespace[] {
  const spaces = new Map<unknown, { path: string[]; description: string; tools: ResponsesFunction[] }>()
  for (const [index, { draft }] of parts.entries()) {
    const group = by === 'tool' ? [] : draft.group
    const holder = groupOf(draft.tool, group)
    const space = spaces.get(holder)
    if (space !== undefined) space.tools.push(tools[index]!)
    else {
      const path = [draft.tool.name, ...group]
      const description = authorText(holder.description) || path.join(' ')
      spaces.set(holder, { path, description, tools: [tools[index]!] })
    }
  }
  const found = [...spaces.values()]
  // A namespace must not have the name of a function.
  const names = toolNames([...tools.map(({ name }) => [name]), ...found.map(({ path }) => path)]).slice(tools.length)
  return found.map(({ description, tools: inside }, index) => ({
    type: 'namespace',
    name: names[index]!,
    description,
    tools: inside,
  }))
}

/** The tool, or the group of it, that contains these commands. */
function groupOf(tool: AtipTool, path: readonly string[]): AtipTool | Command {
  return path.reduce<AtipTool | Command>((group, name) => childCommand(group, name)!, tool)
}
