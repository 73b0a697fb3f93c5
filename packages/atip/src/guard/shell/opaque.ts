/**
 * What is known only when the line runs stands in a folded text as a mark. The marks are private-use characters, which
 * a line that is checked cannot contain: such a line is refused beforehand.
 */
export const MARKS = {
  /** Any number of words: an unquoted `$x`. */
  words: '\uf8f0',
  /** Certainly inside one word: `"$x"`. */
  word: '\uf8f1',
} as const

export function hasMarks(text: string): boolean {
  return text.includes(MARKS.words) || text.includes(MARKS.word)
}

/** As `effectsOf` asks: whether a word is known. What begins with a plain character cannot become an option. */
export function opacityOf(word: string): boolean | 'word' {
  if (word.includes(MARKS.words)) return true
  if (!word.includes(MARKS.word)) return false
  return word.startsWith(MARKS.word) || word.startsWith('-') ? 'word' : false
}

/** For people: marks as an ellipsis. */
export function readable(text: string): string {
  return text.replaceAll(MARKS.words, '…').replaceAll(MARKS.word, '…')
}
