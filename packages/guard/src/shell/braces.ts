/** Limit of brace expansion; longer ones are treated as unknown. */
const MOST = 256

/** `a{b,c}d` is `abd acd`, `{1..3}` is `1 2 3`. Undefined if it is no expansion, or too long. */
export function expandBraces(text: string): string[] | undefined {
  const inner = text.slice(1, -1)
  const range = /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.-?\d+)?$/.exec(inner)
  if (range !== null) return expandRange(range[1]!, range[2]!)
  const parts = splitTop(inner)
  if (parts.length < 2) return undefined
  const words = parts.flatMap(expandNested)
  return words.length > MOST ? undefined : words
}

function expandNested(text: string): string[] {
  const open = text.indexOf('{')
  if (open === -1) return [text]
  const close = closingOf(text, open)
  if (close === -1) return [text]
  const middle = expandBraces(text.slice(open, close + 1)) ?? [text.slice(open, close + 1)]
  const after = expandNested(text.slice(close + 1))
  return middle.flatMap((word) => after.map((rest) => text.slice(0, open) + word + rest)).slice(0, MOST + 1)
}

function expandRange(from: string, to: string): string[] | undefined {
  const isNumber = /\d/.test(from) && /\d/.test(to)
  const [first, last] = isNumber ? [Number(from), Number(to)] : [from.codePointAt(0)!, to.codePointAt(0)!]
  if (Math.abs(last - first) >= MOST) return undefined
  const step = first <= last ? 1 : -1
  const count = Math.abs(last - first) + 1
  return Array.from({ length: count }, (_, index) => {
    const value = first + index * step
    return isNumber ? String(value) : String.fromCodePoint(value)
  })
}

/** Splits at top-level commas. */
function splitTop(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '{') depth++
    else if (character === '}') depth--
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  return [...parts, text.slice(start)]
}

function closingOf(text: string, open: number): number {
  let depth = 0
  for (let index = open; index < text.length; index++) {
    if (text[index] === '{') depth++
    else if (text[index] === '}' && --depth === 0) return index
  }
  return -1
}
