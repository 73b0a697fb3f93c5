/** Reads one word that may contain brackets with blanks inside: `<file name>`, `{a, b}`, `KEY=VALUE[,...]`. */

const CLOSING: Record<string, string> = { '[': ']', '<': '>', '{': '}', '(': ')' }
/** No placeholder is longer, and searching further for a missing bracket would take time. */
const LONGEST = 400

/** The index after the word that starts at `start`. */
export function chunkEnd(text: string, start: number): number {
  const balanced = balancedEnd(text, start)
  if (balanced !== undefined) return balanced
  let end = start
  while (end < text.length && text[end] !== ' ') end++
  return end
}

function balancedEnd(text: string, start: number): number | undefined {
  const open: string[] = []
  const limit = Math.min(text.length, start + LONGEST)
  let at = start
  for (; at < limit; at++) {
    const character = text[at]!
    const closing = CLOSING[character]
    if (closing !== undefined && !isComparison(text, at)) open.push(closing)
    else if (open.length > 0 && character === open.at(-1)) open.pop()
    else if (open.length === 0 && (character === ' ' || startsNextFlag(text, at, start))) return at
  }
  return open.length === 0 ? at : undefined
}

/** `a < b`, `=>`: comparison signs, not brackets. */
function isComparison(text: string, at: number): boolean {
  return text[at] === '<' && (text[at + 1] === ' ' || text[at + 1] === '=' || text[at + 1] === undefined)
}

/** In `-w COLS,--wrap` and `-m|--man` the sign belongs to the list of flags. */
function startsNextFlag(text: string, at: number, start: number): boolean {
  const character = text[at]
  if (at === start || (character !== ',' && character !== '|' && character !== '/')) return false
  return text[at + 1] === '-' && /[-A-Za-z0-9?[]/.test(text[at + 2] ?? '')
}

/** The text inside the outer brackets, if one pair encloses everything. */
export function insideOf(chunk: string, bracket: '[' | '<' | '{' | '('): string | undefined {
  if (chunk[0] !== bracket || chunk.at(-1) !== CLOSING[bracket]) return undefined
  let depth = 0
  for (let at = 0; at < chunk.length; at++) {
    if (chunk[at] === bracket) depth++
    else if (chunk[at] === CLOSING[bracket] && --depth === 0 && at < chunk.length - 1) return undefined
  }
  return depth === 0 ? chunk.slice(1, -1).trim() : undefined
}

/** Splits at `separator` where no bracket is open. */
export function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character in CLOSING) depth++
    else if (character === ']' || character === '>' || character === '}' || character === ')') depth--
    else if (character === separator && depth <= 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}
