import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'

/** A JSON file as users write it: with comments, trailing commas, and its own layout. */
export interface JsonText {
  text: string
  root: Node
}

/** Why a text cannot be edited, and where the problem is. */
export class NotEditable extends Error {}

const READING = { allowTrailingComma: true, disallowComments: false, allowEmptyContent: true }

/** Throws `NotEditable` if the text is not one object, or has duplicate keys. */
export function readJsonText(text: string): JsonText {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, READING)
  const [error] = errors
  if (error !== undefined) {
    throw new NotEditable(`it is not valid JSON: ${wordsOf(error)} in ${placeOf(text, error.offset)}`)
  }
  if (root === undefined || root.type !== 'object') throw new NotEditable('it does not hold a JSON object')
  refuseDuplicates(text, root)
  return { text, root }
}

function wordsOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n')
  return `line ${lines.length}, column ${lines.at(-1)!.length + 1}`
}

/** Programs disagree about which of two members with the same name counts. */
function refuseDuplicates(text: string, node: Node): void {
  if (node.type === 'object') {
    const seen = new Set<unknown>()
    for (const { children: [key] = [] } of node.children ?? []) {
      if (seen.has(key!.value))
        throw new NotEditable(`${JSON.stringify(key!.value)} is there twice, in ${placeOf(text, key!.offset)}`)
      seen.add(key!.value)
    }
  }
  for (const child of node.children ?? []) refuseDuplicates(text, child)
}

/** The text with one more element at the end of the array at `path`. */
export function withElement(json: JsonText, path: readonly string[], value: unknown): string {
  const node = findNodeAtLocation(json.root, [...path])
  if (node === undefined) return withMember(json, path, [value])
  if (node.type !== 'array') throw new NotEditable(`${path.join('.')} is not a list`)
  return insertedIn(json.text, node, (layout) => layout.textOf(value))
}

/** The text with one more member; missing parent objects are created. */
export function withMember(json: JsonText, path: readonly string[], value: unknown): string {
  let depth = path.length - 1
  while (findNodeAtLocation(json.root, path.slice(0, depth)) === undefined) depth--
  const holder = findNodeAtLocation(json.root, path.slice(0, depth))!
  if (holder.type !== 'object') throw new NotEditable(`${path.slice(0, depth).join('.')} is not an object`)
  const inner = path.slice(depth + 1).reduceRight((made, key) => ({ [key]: made }), value)
  return insertedIn(json.text, holder, (layout) => `${JSON.stringify(path[depth])}: ${layout.textOf(inner)}`)
}

interface Layout {
  textOf(value: unknown): string
}

/** Inserts after the last child. Existing text is neither moved nor changed, and comments stay with their values. */
function insertedIn(text: string, container: Node, make: (layout: Layout) => string): string {
  const children = container.children ?? []
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  const first = children[0]
  const last = children.at(-1)
  if (first === undefined || last === undefined) {
    const outer = indentOf(text, container.offset)
    const indent = outer + unit
    const made = make({ textOf: (value) => laidOut(value, unit, indent, eol) })
    return splice(text, container.offset + 1, `${eol}${indent}${made}${eol}${outer}`)
  }
  const indent = ownLineIndent(text, first.offset)
  const end = last.offset + last.length
  if (indent === undefined) return splice(text, end, `, ${make({ textOf: (value) => JSON.stringify(value) })}`)
  const made = make({ textOf: (value) => laidOut(value, unit, indent, eol) })
  const { comma, rest } = behind(text, end)
  const line = `${eol}${indent}${made}${comma === undefined ? '' : ','}`
  const withLine = splice(text, rest, line)
  return comma === undefined ? splice(withLine, end, ',') : withLine
}

function laidOut(value: unknown, unit: string, indent: string, eol: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)
}

function splice(text: string, at: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at)
}

/** The indentation of the line at an offset. */
function indentOf(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))![0]
}

/** The same, if only white space precedes the offset in its line. */
function ownLineIndent(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*$/.test(before) && text.lastIndexOf('\n', offset - 1) !== -1 ? before : undefined
}

/** The offset of the comma after a value, if there is one, and the end of the comments that belong to the value. */
export function behind(text: string, end: number): { comma: number | undefined; rest: number } {
  const gap = /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(end))![0].length
  const comma = text[end + gap] === ',' ? end + gap : undefined
  const from = comma === undefined ? end : comma + 1
  const comments = /^(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[\s\S]*?\*\/))*/.exec(text.slice(from))![0]
  return { comma, rest: from + comments.length }
}
