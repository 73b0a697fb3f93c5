/** A line that asks for us instead of running the program. */
export interface Question {
  /** The word that asks, which the program may use itself: `--agent`, `prime`. */
  word: string
  /** The line as our own tools are asked it. */
  words: readonly string[]
}

/** The words that a program reads itself, as far as it says. */
export interface OwnWords {
  /** Names and other names of its commands. */
  commands: readonly string[]
  /** Its flags before any command, with their dashes. */
  flags: readonly string[]
  /** Whether a first word that names no command is an argument of the program itself. */
  takesArguments: boolean
}

const FLAGS = /^(?:--agent|--serve-mcp(?:=.*)?)$/s
const COMMANDS = /^(?:prime|skill|mcp|contract|completion)$/

/** What a line asks of us, by its first word. `--agent prime` says of any word that it is meant for us. */
export function questionIn(words: readonly string[]): Question | undefined {
  const [first = '', second = ''] = words
  if (first === '--agent' && COMMANDS.test(second)) return { word: first, words: words.slice(1) }
  if (FLAGS.test(first)) return { word: first.replace(/=.*/s, ''), words }
  return COMMANDS.test(first) || first === '__complete' ? { word: first, words } : undefined
}

/** Whether the program leaves the line to us: it uses the word for nothing, nor could the word be an argument. */
export function isLeftToUs({ word, words }: Question, { commands, flags, takesArguments }: OwnWords): boolean {
  if (word.startsWith('-')) return !flags.includes(word)
  if (commands.includes(word)) return false
  return !takesArguments || word === '__complete' || isUnmistakable(words)
}

/** Such a line is never meant for a program that searches for, or opens, what it is given. */
function isUnmistakable([word, ...rest]: readonly string[]): boolean {
  if (word === 'prime') return rest.some((given) => /^--(?:agent|session)-id(?:=|$)/.test(given))
  return word === 'completion' && rest.length === 1 && SHELLS.includes(rest[0]!)
}

const SHELLS = ['bash', 'zsh', 'fish', 'powershell']
