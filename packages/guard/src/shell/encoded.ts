import { isPattern, isUnknown, ORIGINS, SHAPES, unknown, type ShellPart, type Word } from './word.js'

/**
 * The parsers of lines and of argv read plain text. So words are encoded: each unknown part becomes one lone surrogate,
 * its number, and a pattern is enclosed in two. Text from outside cannot contain these: `isWellFormed` rejects it.
 */
const FIRST = 0xdc_00
/** The number of an unknown part with all origins, which `maskOf` never produces. */
const PATTERN = String.fromCharCode(FIRST + (SHAPES.length << ORIGINS.length) - 1)

export function encode(word: Word): string {
  const [only] = word
  if (word.length === 1 && typeof only === 'string') return only
  return word.map(encodePart).join('')
}

function encodePart(part: ShellPart): string {
  if (typeof part === 'string') return part
  if (isPattern(part)) return PATTERN + part.pattern + PATTERN
  let mask = 0
  for (const [index, origin] of ORIGINS.entries()) if (part.from.has(origin)) mask |= 1 << index
  return String.fromCharCode(FIRST + (SHAPES.indexOf(part.shape) << ORIGINS.length) + mask)
}

/** Decodes a word. A piece of an encoded word decodes to a piece of the word. */
export function decode(text: string): Word {
  if (!ENCODED.test(text)) return text === '' ? [] : [text]
  const parts: ShellPart[] = []
  let isPatterned = false
  for (const [piece] of text.matchAll(PIECES)) {
    const code = piece.charCodeAt(0)
    if (piece === PATTERN) isPatterned = !isPatterned
    else if (code >= FIRST && code <= LAST) parts.push(decodeUnknown(code - FIRST))
    else parts.push(isPatterned ? { pattern: piece } : piece)
  }
  return parts
}

const LAST = 0xdf_ff
const ENCODED = /(?<![\ud800-\udbff])[\udc00-\udfff]/
const PIECES = /(?<![\ud800-\udbff])[\udc00-\udfff]|(?:[\ud800-\udbff][\udc00-\udfff]|[^\udc00-\udfff])+/g

function decodeUnknown(number: number): ShellPart {
  const shape = SHAPES[number >> ORIGINS.length] ?? 'words'
  return unknown(shape, ...ORIGINS.filter((_, index) => (number & (1 << index)) !== 0))
}

/** What `effectsOf` asks about a word: `true` if it may become any words, `'word'` if one that may be an option. */
export function opacityOf(text: string): boolean | 'word' {
  if (!ENCODED.test(text)) return false
  const word = decode(text)
  const [first] = word
  if (word.some((part) => isUnknown(part) && part.shape === 'words')) return true
  // Names of files may begin with a dash.
  if (first !== undefined && isPattern(first)) return true
  // The name of an option may continue, unless a space ends it: `"-s -X main.version=$v"`.
  if (typeof first === 'string' && /^-\S*$/.test(first) && word.some(isUnknown)) return 'word'
  if (!word.some((part) => isUnknown(part) && part.shape === 'word')) return false
  return isUnknown(first!) || String(first).startsWith('-') ? 'word' : false
}

/** Tells parsers of argv which words are unknown. */
export const UNKNOWN_WORDS = {
  isOpaque: (text: string): boolean | 'word' | 'part' => opacityOf(text) || (isOpenEnded(text) && 'part'),
  isSeveral: (text: string): boolean =>
    ENCODED.test(text) && decode(text).some((part) => isPattern(part) || (isUnknown(part) && part.shape === 'words')),
}

/** Known text followed by any text: `se$(cat x)`. */
function isOpenEnded(text: string): boolean {
  return ENCODED.test(text) && decode(text).some((part) => isUnknown(part) && part.shape === 'word')
}
