/** A command line as a person would type it into a POSIX shell. */
export function quoteLine(words: readonly string[]): string {
  return words.map(quoteWord).join(' ')
}

/** Quoted only if a shell needs it. */
function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : singleQuoted(word)
}

/** In quotes in any case, which is safe in every POSIX shell. */
export function singleQuoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
