import type { DoubleQuotedChild, ParsedScript, Word, WordPart } from 'unbash'
import { endOf, endsAt } from './match.js'

type Literal = Extract<WordPart, { type: 'Literal' }>
type Read<Part> = Part | undefined
/** Parses the text from this position to its end. */
export type ReadScript = (text: string, start: number) => ParsedScript | undefined

/** Characters without special meaning in a word, and empty braces. A `#` at the start of a word begins a comment. */
const LETTERS = /[\w./:,@%+=~^!#-]+|\{\}/y
const ESCAPED = /\\[ -~]/y
const STARS = /\*+/y
const VARIABLE = /\$(?:[A-Za-z_]\w*|[?0-9])/y
/** The word at `pos`. Undefined if there is none, or if anything in it needs the full parser. */
export function wordAt(text: string, pos: number, read: ReadScript): Word | undefined {
  if (text[pos] === '#') return undefined
  // As in `[ -f a ]`. In longer words, brackets may be patterns.
  if ((text[pos] === '[' || text[pos] === ']') && endsAt(text, pos + 1, ' \t\n;|&'))
    return wordOf(text, pos, pos + 1, [])
  const parts: WordPart[] = []
  let end = pos
  for (let part = partAt(text, pos, read); part !== undefined; part = partAt(text, end, read)) {
    parts.push(part)
    end = part.end
  }
  if (end === pos || !endsAt(text, end, ' \t\n;|&<>')) return undefined
  // A number in front of a redirection is a descriptor.
  if ((text[end] === '<' || text[end] === '>') && /^\d+$/.test(text.slice(pos, end))) return undefined
  return wordOf(text, pos, end, parts)
}

/** As in the AST of the full parser, a word that is a single literal has no `parts`. */
function wordOf(text: string, pos: number, end: number, parts: readonly WordPart[]): Word {
  const raw = text.slice(pos, end)
  const [only] = parts
  const isWhole = parts.length === 0 || (parts.length === 1 && only!.type === 'Literal')
  const value = isWhole ? ((only as Literal | undefined)?.value ?? raw) : parts.map(valueOf).join('')
  return { type: 'Word', text: raw, value, pos, end, parts: isWhole ? undefined : parts }
}

function valueOf(part: WordPart): string {
  if (part.type === 'DoubleQuoted') return part.parts.map(valueOf).join('')
  return 'value' in part ? part.value : part.text
}

function partAt(text: string, pos: number, read: ReadScript): Read<WordPart> {
  switch (text[pos]) {
    case "'":
      return singleQuotedAt(text, pos)
    case '"':
      return doubleQuotedAt(text, pos, read)
    case '$':
      return expansionAt(text, pos, read)
    case '*':
      return globOf(text, pos, endOf(STARS, text, pos)!, 'star')
    case '?':
      return globOf(text, pos, pos + 1, 'question')
    default:
      return literalAt(text, pos)
  }
}

function literalAt(text: string, pos: number): Read<Literal> {
  let end = pos
  let value = ''
  for (;;) {
    const plain = endOf(LETTERS, text, end)
    const next = plain ?? (text[end] === '\\' ? endOf(ESCAPED, text, end) : undefined)
    if (next === undefined) break
    value += plain === undefined ? text[end + 1] : text.slice(end, plain)
    end = next
  }
  return end === pos ? undefined : { type: 'Literal', pos, end, value, text: text.slice(pos, end) }
}

function globOf(text: string, pos: number, end: number, kind: 'star' | 'question'): WordPart {
  const raw = text.slice(pos, end)
  return { type: 'Glob', kind, pos, end, text: raw, value: raw, parts: undefined }
}

function singleQuotedAt(text: string, pos: number): Read<WordPart> {
  const close = text.indexOf("'", pos + 1)
  if (close === -1) return undefined
  const value = text.slice(pos + 1, close)
  return { type: 'SingleQuoted', pos, end: close + 1, value, text: text.slice(pos, close + 1) }
}

type Expansion = Extract<WordPart, { type: 'SimpleExpansion' | 'CommandExpansion' }>

function expansionAt(text: string, pos: number, read: ReadScript): Read<Expansion> {
  if (text[pos + 1] === '(') return substitutionAt(text, pos, read)
  const end = endOf(VARIABLE, text, pos)
  return end === undefined ? undefined : { type: 'SimpleExpansion', pos, end, text: text.slice(pos, end) }
}

/** Up to the first `)`: if that one does not close it, the text before it does not parse on its own. */
function substitutionAt(text: string, pos: number, read: ReadScript): Read<Expansion> {
  const close = text.indexOf(')', pos)
  const script = close === -1 ? undefined : read(text.slice(0, close), pos + 2)
  return script && { type: 'CommandExpansion', pos, end: close + 1, text: text.slice(pos, close + 1), script }
}

const QUOTED = /[^"$`\\]+/y

function doubleQuotedAt(text: string, pos: number, read: ReadScript): Read<WordPart> {
  const parts: DoubleQuotedChild[] = []
  let end = pos + 1
  while (text[end] !== '"') {
    const part = text[end] === '$' ? expansionAt(text, end, read) : quotedLiteralAt(text, end)
    if (part === undefined) return undefined
    parts.push(part)
    end = part.end
  }
  if (parts.length === 0) parts.push({ type: 'Literal', pos: end, end, value: '', text: '' })
  return { type: 'DoubleQuoted', pos, end: end + 1, text: text.slice(pos, end + 1), parts }
}

/** A backslash is literal unless it precedes a special character. */
function quotedLiteralAt(text: string, pos: number): Read<Literal> {
  let end = pos
  let value = ''
  for (;;) {
    const plain = endOf(QUOTED, text, end)
    const next = plain ?? (text[end] === '\\' ? endOf(ESCAPED, text, end) : undefined)
    if (next === undefined) break
    const isDropped = plain === undefined && '$`"\\'.includes(text[end + 1]!)
    value += text.slice(isDropped ? end + 1 : end, next)
    end = next
  }
  return end === pos ? undefined : { type: 'Literal', pos, end, value, text: text.slice(pos, end) }
}
