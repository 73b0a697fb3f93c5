import fc from 'fast-check'

/** Characters and their widths in columns by Unicode's own tables (UAX 11, UTS 51): the oracle for layout tests. */
export const KNOWN_WIDTHS: readonly (readonly [grapheme: string, width: number])[] = [
  ['a', 1],
  ['Z', 1],
  ['7', 1],
  ['-', 1],
  ['é', 1],
  ['e\u0301', 1],
  ['я', 1],
  ['語', 2],
  ['ア', 2],
  ['한', 2],
  ['，', 2],
  ['😀', 2],
  ['👍🏽', 2],
  ['👩‍👩‍👧', 2],
  ['🇩🇪', 2],
]

const byLength = KNOWN_WIDTHS.toSorted(([a], [b]) => b.length - a.length)

/** The width of a line of known characters, spaces, our own marks and colour codes. */
export function measured(line: string): number {
  let rest = line.replace(/\u001b\[\d+m/g, '')
  let width = 0
  while (rest !== '') {
    const [known, columns] = byLength.find(([grapheme]) => rest.startsWith(grapheme)) ?? [[...rest][0]!, 1]
    rest = rest.slice(known.length)
    width += columns
  }
  return width
}

const grapheme = fc.constantFrom(...KNOWN_WIDTHS.map(([known]) => known))

export const knownWord = fc.array(grapheme, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))

export const knownText = fc.array(knownWord, { maxLength: 20 }).map((words) => words.join(' '))
