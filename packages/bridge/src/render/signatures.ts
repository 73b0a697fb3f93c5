import { humanise, type AtipDocument, type AtipTool } from '@atip/protocol'
import type { Draft } from '../targets/draft.js'
import type { NameRule } from '../names/tool-names.js'
import type { Property } from '../schema/object.js'
import type { PropertySchema } from '../schema/types.js'
import { oneLine, render, type Rendering, type RenderOptions } from './render.js'

const DEFAULT_LIMIT = 1024

/** A TypeScript declaration for each command, for models that write code. */
export function renderSignatures(
  tools: readonly (AtipTool | AtipDocument)[],
  { descriptionLimit = DEFAULT_LIMIT }: RenderOptions = {},
): Rendering {
  return render(tools, functionNames(), descriptionLimit, writeFunction)
}

/** `import` and `delete` are names of programs, but cannot be names of functions. */
function functionNames(): NameRule {
  const reserved = new Set(
    `await break case catch class const continue debugger default delete do else enum export extends false finally for
    function if implements import in instanceof interface let new null package private protected public return static
    super switch this throw true try typeof var void while with yield arguments eval`.split(/\s+/),
  )
  return { forbidden: /[^a-zA-Z0-9_]/g, maxLength: 47, isReserved: (name) => reserved.has(name) }
}

function writeFunction({ name, properties, description }: Draft): string {
  const optional = properties.some(({ isRequired }) => isRequired) ? '' : '?'
  const input = properties.length === 0 ? '' : `input${optional}: {\n${properties.map(writeProperty).join('\n')}\n}`
  return `${comment(description)}\ndeclare function ${name}(${input}): Promise<string>`
}

function writeProperty({ name, schema, isRequired }: Property): string {
  const text = schema.description!
  // A comment that only repeats the name does not help.
  const remark = text.toLowerCase() === humanise(name) ? '' : `  ${comment(text)}\n`
  return `${remark}  ${name}${isRequired ? '' : '?'}: ${writeType(schema)}`
}

function comment(text: string): string {
  return `/** ${oneLine(text).replaceAll('*/', '*\\/')} */`
}

function writeType({ type, enum: choices, items, anyOf }: PropertySchema): string {
  if (anyOf !== undefined) return anyOf.map(writeType).join(' | ')
  if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(' | ')
  if (items === undefined) return type === 'integer' ? 'number' : String(type)
  const element = writeType(items)
  return element.includes(' ') ? `(${element})[]` : `${element}[]`
}
