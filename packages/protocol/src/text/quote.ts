/** Characters without a special meaning to a POSIX shell anywhere in a word, except that zsh expands an initial `=`. */
const PLAIN = /^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+:,./=-]*$/

/** Words that a shell takes for its own syntax where a command is expected. */
const RESERVED: ReadonlySet<string> = new Set(
  'case coproc do done elif else end esac fi for foreach function if in nocorrect repeat select then time until while'.split(
    ' ',
  ),
)

/** The text that a POSIX shell reads as this one word, with as few quotes as possible. */
export function quoteWord(word: string): string {
  return PLAIN.test(word) ? word : inQuotes(word)
}

/** The line that a POSIX shell reads as these words: the program first, so that `A=b` and `if` are programs too. */
export function quoteLine(words: readonly string[]): string {
  return words.map((word, index) => (index === 0 ? quoteProgram(word) : quoteWord(word))).join(' ')
}

function quoteProgram(word: string): string {
  return word.includes('=') || RESERVED.has(word) ? inQuotes(word) : quoteWord(word)
}

function inQuotes(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
