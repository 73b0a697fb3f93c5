import { findNodeAtLocation, type Node } from 'jsonc-parser'
import { behind, readJsonText } from './json-text.js'

export type JsonPath = readonly (string | number)[]

/** The text without a member or an element. Comments of its neighbours are preserved. */
export function without(text: string, path: JsonPath): string {
  const { root } = readJsonText(text)
  const value = findNodeAtLocation(root, [...path])
  if (value === undefined) return text
  const node = value.parent?.type === 'property' ? value.parent : value
  const siblings = node.parent!.children!
  const index = siblings.indexOf(node)
  return index === 0 && siblings.length === 1 ? emptied(text, node) : cut(text, node, siblings[index - 1])
}

/** Removes the only child: an empty container is left, or one with a comment. */
function emptied(text: string, node: Node): string {
  const { offset, length } = node.parent!
  const { comma } = behind(text, endOf(node))
  const before = text.slice(offset + 1, node.offset)
  const after = text.slice(comma === undefined ? endOf(node) : comma + 1, offset + length - 1)
  const inside = before.trim() === '' && after.trim() === '' ? '' : before.trimEnd() + after
  return text.slice(0, offset + 1) + inside + text.slice(offset + length - 1)
}

function cut(text: string, node: Node, previous: Node | undefined): string {
  const { comma } = behind(text, endOf(node))
  const line = text.lastIndexOf('\n', node.offset - 1)
  const isOwnLine = line !== -1 && text.slice(line, node.offset).trim() === ''
  const start = isOwnLine ? (text[line - 1] === '\r' ? line - 1 : line) : node.offset
  if (comma !== undefined) {
    const end = isOwnLine ? comma + 1 : comma + 1 + /^[ \t]*/.exec(text.slice(comma + 1))![0].length
    return text.slice(0, start) + text.slice(end)
  }
  // The last one: the comma before it is removed as well.
  const separator = behind(text, endOf(previous!)).comma!
  const from = isOwnLine ? start : separator
  const rest = text.slice(0, from) + text.slice(endOf(node))
  return isOwnLine ? rest.slice(0, separator) + rest.slice(separator + 1) : rest
}

function endOf({ offset, length }: Node): number {
  return offset + length
}
