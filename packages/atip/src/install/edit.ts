import { isDeepStrictEqual } from 'node:util'
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser'
import { isObject } from '@atip/protocol'
import { HOOK_MARK, PLUGIN_MARK, withPieces, type Piece } from '../hooks/index.js'
import { without, type JsonPath } from './json-removal.js'
import { NotEditable, readJsonText, withElement, withMember } from './json-text.js'
import { readToml, withoutTables, withTables } from './toml-text.js'

/** Undefined if the file does not exist. */
export type FileText = string | undefined

/** The text with our pieces in it. Throws `NotEditable` if that would damage the file. */
export function withOurs(text: FileText, pieces: readonly Piece[]): string {
  const [first] = pieces
  if (first?.kind === 'file') {
    if (text !== undefined && text !== '') throw new NotEditable('another program or a person wrote it')
    return first.text
  }
  if (first?.kind === 'toml') return withTables(text ?? '', tablesOf(pieces))
  return withJson(text, pieces)
}

const BOM = '\uFEFF'

function withJson(text: FileText, pieces: readonly Piece[]): string {
  if (text === undefined || text.trim() === '') return `${JSON.stringify(withPieces({}, pieces), null, 2)}\n`
  const mark = text.startsWith(BOM) ? BOM : ''
  const before = text.slice(mark.length)
  const data = valueOf(before) as Record<string, unknown>
  const wanted = pieces.filter((piece) => !isThere(before, piece))
  let after = before
  for (const piece of wanted) {
    const json = readJsonText(after)
    if (piece.kind === 'element') after = withElement(json, piece.path, piece.value)
    if (piece.kind === 'member') after = withMember(json, piece.path, piece.value)
  }
  if (!isDeepStrictEqual(valueOf(after), withPieces(data, wanted)))
    throw new NotEditable('it is laid out in a way that cannot be edited safely')
  return mark + after
}

/**
 * Whether the member exists. An existing setting of the agent itself is preserved; another value in place of ours is an
 * error.
 */
function isThere(text: string, piece: Piece): boolean {
  if (piece.kind !== 'member') return false
  const node = findNodeAtLocation(readJsonText(text).root, [...piece.path])
  if (node === undefined) return false
  if (piece.isTheirs === true || isDeepStrictEqual(plain(getNodeValue(node)), piece.value)) return true
  throw new NotEditable(`${piece.path.join('.')} is there already, and is not ours`)
}

/**
 * The text without our pieces of any version; undefined if nothing is left of a file that we created. `before` is the
 * text before the installation, if known.
 */
export function withoutOurs(text: FileText, pieces: readonly Piece[], before?: FileText): FileText {
  if (text === undefined) return undefined
  const [first] = pieces
  if (first?.kind === 'file') return text.startsWith(PLUGIN_MARK) ? undefined : text
  if (first?.kind === 'toml') return withoutTables(text, tablesOf(pieces))
  const mark = text.startsWith(BOM) ? BOM : ''
  let rest = text.slice(mark.length)
  if (rest.trim() === '') return text
  const kept = before === undefined || before.trim() === '' ? {} : (valueOf(before.replace(BOM, '')) as object)
  for (let path = ourPath(rest, pieces); path !== undefined; path = ourPath(rest, pieces))
    rest = pruned(rest, path, kept)
  return mark + rest
}

/** Whether all of our pieces are in place, only some or outdated ones, or none. */
export function stateOf(text: FileText, pieces: readonly Piece[]): 'current' | 'outdated' | 'absent' {
  try {
    const rest = withoutOurs(text, pieces)
    if (rest === text) return 'absent'
    const again = withOurs(rest, pieces)
    return isDeepStrictEqual(meaningOf(again, pieces), meaningOf(text!, pieces)) ? 'current' : 'outdated'
  } catch (error) {
    if (error instanceof NotEditable) return 'outdated'
    throw error
  }
}

function meaningOf(text: string, [first]: readonly Piece[]): unknown {
  if (first?.kind === 'file') return text
  return first?.kind === 'toml' ? readToml(text) : valueOf(text.replace(BOM, ''))
}

function tablesOf(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((piece) => (piece.kind === 'toml' ? [piece.text] : []))
}

function valueOf(text: string): unknown {
  return plain(getNodeValue(readJsonText(text).root))
}

/** Objects of jsonc-parser have no prototype, so they would not equal ordinary ones. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** The path of one of our pieces. */
function ourPath(text: string, pieces: readonly Piece[]): JsonPath | undefined {
  const { root } = readJsonText(text)
  for (const piece of pieces) {
    if (piece.kind !== 'element' && piece.kind !== 'member') continue
    const node = findNodeAtLocation(root, [...piece.path])
    const value: unknown = node && getNodeValue(node)
    if (piece.kind === 'member' && piece.isTheirs !== true && isOurServer(value)) return piece.path
    if (piece.kind !== 'element' || !Array.isArray(value)) continue
    const index = value.findIndex(isOurHook)
    if (index !== -1) return [...piece.path, index]
  }
  return undefined
}

function isOurHook(value: unknown): boolean {
  return JSON.stringify(value).includes(HOOK_MARK)
}

/** Whether the command line ends like that of our server. */
function isOurServer(value: unknown): boolean {
  if (!isObject(value)) return false
  const words = [value.command, value.args].flat().filter((word) => word !== undefined)
  return words.at(-1) === 'mcp' && words.some((word) => typeof word === 'string' && /\batip(?:\.cjs)?$/.test(word))
}

/** Removes the value, and parents that are then empty and did not exist before. */
function pruned(text: string, path: JsonPath, kept: object): string {
  let rest = without(text, path)
  for (let depth = path.length - 1; depth > 0; depth--) {
    const outer = path.slice(0, depth)
    const node = findNodeAtLocation(readJsonText(rest).root, [...outer])
    const isEmpty = node !== undefined && Object.keys(getNodeValue(node) as object).length === 0
    const wasThere =
      outer.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), kept) !== undefined
    if (!isEmpty || wasThere) break
    rest = without(rest, outer)
  }
  return rest
}
