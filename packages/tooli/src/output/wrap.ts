import { beginning, displayWidth, graphemesOf, graphemeWidth } from './width.js'

/** How to handle a word wider than the line: paths and URLs that will be copied are better left whole. */
export type LongWords = 'break' | 'keep'

/** Breaks a text into lines of at most `width` columns. Existing line breaks and indentation stay. */
export function wrap(text: string, width: number, longWords: LongWords = 'break'): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line.trimEnd(), width, longWords))
}

function wrapLine(line: string, width: number, longWords: LongWords): string[] {
  if (displayWidth(line) <= width) return [line]
  const indent = hangingIndent(line, width)
  const space = Math.max(1, width - indent.length)
  const lines: string[] = []
  let current = ''
  let taken = 0
  for (const { gap, text } of unitsOf(line.trimStart(), space, longWords)) {
    const needed = displayWidth(text)
    if (current !== '' && taken + gap.length + needed > space) {
      lines.push(indent + current)
      current = ''
      taken = 0
    }
    const before = current === '' ? '' : gap
    current += before + text
    taken += before.length + needed
  }
  lines.push(indent + current)
  return lines
}

/** The indentation of the line itself, unless that leaves too little space. */
function hangingIndent(line: string, width: number): string {
  const indent = /^ */.exec(line)![0]
  return indent.length > width / 2 ? '' : indent
}

/** Text that must stay together, and the spaces before it. */
interface Unit {
  gap: string
  text: string
}

function* unitsOf(line: string, space: number, longWords: LongWords): Generator<Unit> {
  for (const [, gap, word] of line.matchAll(/( *)([^ ]+)/g)) {
    let before = gap!
    for (const text of partsOf(word!, space, longWords)) {
      yield { gap: before, text }
      before = ''
    }
  }
}

/** Chinese and Japanese may be broken between any two characters. */
function* partsOf(word: string, space: number, longWords: LongWords): Generator<string> {
  let narrow = ''
  for (const grapheme of isAscii(word) ? [] : graphemesOf(word)) {
    if (graphemeWidth(grapheme) !== 2) {
      narrow += grapheme
      continue
    }
    yield* pieces(narrow, space, longWords)
    narrow = ''
    yield grapheme
  }
  yield* pieces(isAscii(word) ? word : narrow, space, longWords)
}

function isAscii(word: string): boolean {
  return /^[!-~]*$/.test(word)
}

function* pieces(word: string, space: number, longWords: LongWords): Generator<string> {
  if (longWords === 'keep') return yield* word === '' ? [] : [word]
  let rest = word
  while (displayWidth(rest) > space) {
    // A wide character does not fit one column, and is printed anyway.
    const piece = beginning(rest, space) || [...graphemesOf(rest)][0]!
    yield piece
    rest = rest.slice(piece.length)
  }
  if (rest !== '') yield rest
}
