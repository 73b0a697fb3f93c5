/** A line that tooli answers instead of the program. */
export interface Question {
  /** The word that tooli answers, such as `--agent` or `prime`; the program may use it itself. */
  word: string
  /** The line in the form that tooli's own tools take. */
  words: readonly string[]
}

/** The words that a program declares as its own. */
export interface OwnWords {
  /** Names and aliases of its commands. */
  commands: readonly string[]
  /** Its flags before any command, with their dashes. */
  flags: readonly string[]
  /** Whether a first word that names no command is an argument of the program itself. */
  takesArguments: boolean
}

const FLAGS = /^(?:--agent|--serve-mcp(?:=.*)?)$/s
const COMMANDS = /^(?:prime|skill|mcp|contract|completion)$/

/**
 * Finds the question by the line's first word. `--agent` in front of a word, as in `--agent prime`, makes it tooli's.
 */
export function questionIn(words: readonly string[]): Question | undefined {
  const [first = '', second = ''] = words
  if (first === '--agent' && COMMANDS.test(second)) return { word: first, words: words.slice(1) }
  if (FLAGS.test(first)) return { word: first.replace(/=.*/s, ''), words }
  return COMMANDS.test(first) || first === '__complete' ? { word: first, words } : undefined
}

/** Whether tooli answers the line: the program does not use the word, and the word cannot be an argument. */
export function isLeftToUs({ word, words }: Question, { commands, flags, takesArguments }: OwnWords): boolean {
  if (word.startsWith('-')) return !flags.includes(word)
  if (commands.includes(word)) return false
  return !takesArguments || word === '__complete' || isUnmistakable(words)
}

/** Such a line cannot be a search term or a file name for the program. */
function isUnmistakable([word, ...rest]: readonly string[]): boolean {
  if (word === 'prime') return rest.some((given) => /^--(?:agent|session)-id(?:=|$)/.test(given))
  return word === 'completion' && rest.length === 1 && SHELLS.includes(rest[0]!)
}

const SHELLS = ['bash', 'zsh', 'fish', 'powershell']
