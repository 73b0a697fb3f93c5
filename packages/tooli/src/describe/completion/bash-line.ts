/** A bash line, read up to the cursor. */
export interface BashLine {
  /** Without the program. */
  words: string[]
  typed: string
  /** The quote that is still open. */
  quote: '' | "'" | '"'
  /** The number of characters of the typed word that readline keeps: it replaces only what follows a word break. */
  kept: number
  /** The typed word is the target of `>` or `<`. */
  isRedirection: boolean
}

/**
 * Splits a line into words. bash's own COMP_WORDS is no use: it breaks words at `=` and `:`, keeps the quotes, and does
 * not distinguish `--a=b` from `--a = b`.
 */
export function readBashLine(line: string, breaks: string): BashLine {
  const words: string[] = []
  let typed = ''
  let hasBegun = false
  let quote: BashLine['quote'] = ''
  let kept = 0
  let isRedirection = false
  const finish = () => {
    if (hasBegun && !isRedirection) words.push(typed)
    if (hasBegun) isRedirection = false
    typed = ''
    kept = 0
    hasBegun = false
  }
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!
    if (quote !== '') {
      if (character === quote) quote = ''
      else if (quote === '"' && character === '\\' && '$`"\\'.includes(line[at + 1] ?? ' ')) typed += line[++at]
      else typed += character
    } else if (character === ' ' || character === '\t' || character === '\n') {
      finish()
    } else if (character === '>' || character === '<') {
      // In `2>` and `&>` the descriptor is not a word.
      if (/^(?:\d+|&)$/.test(typed)) hasBegun = false
      finish()
      while ('<>&|'.includes(line[at + 1] ?? ' ')) at++
      isRedirection = true
    } else {
      hasBegun = true
      if (character === "'" || character === '"') {
        quote = character
        kept = typed.length
      } else if (character === '\\') typed += line[++at] ?? ''
      else {
        typed += character
        if (breaks.includes(character)) kept = typed.length
      }
    }
  }
  return { words: words.slice(1), typed, quote, kept, isRedirection }
}

/** Escapes text for bash, inside the quote that is open. */
export function quoteForBash(text: string, quote: BashLine['quote']): string {
  if (quote === "'") return text.replaceAll("'", `'\\''`)
  if (quote === '"') return text.replace(/[$`"\\]/g, '\\$&')
  return text.replace(/[^\w@%+=:,./\u0080-\uffff-]/g, '\\$&')
}
