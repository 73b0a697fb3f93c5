import { isBeyondPosix } from './beyond-posix.js'
import { isBuiltin } from './builtin-kinds.js'
import { isOrdinaryOption } from './options.js'
import type { ShellScope } from './scope.js'
import { isOpen, isUnknown, knownText, type Word } from './word.js'

/**
 * What a builtin does to its shell that only a complete shell could follow, in words for the user. Such lines are
 * rare, and each could make the guard judge another command than the one that runs. So it asks.
 */
export function oddityOf(argv: readonly Word[], scope: ShellScope): string | undefined {
  const [program = '', ...words] = argv.map(knownText)
  if (scope.isPosix && isBeyondPosix(argv)) return `it uses ${program} in a line for another shell`
  if (!Object.hasOwn(ODD, program))
    return isBuiltin(program) && !EVERYDAY.includes(program)
      ? `it uses ${program}, which everyday lines do not`
      : undefined
  const { what, isOdd, takesOperators } = ODD[program]!
  if (takesOperators === true && argv.some(isOpen)) return `it has words in ${program} that may be operators`
  return isOdd(words, argv.slice(1)) ? what : undefined
}

interface Oddity {
  what: string
  isOdd: (texts: readonly string[], words: readonly Word[]) => boolean
  /** Some of its words are operators that evaluate others: `[ $(cat f) = 1 ]` with `-v a[$(id)] -a` in the file. */
  takesOperators?: true
}

/** `set -euo pipefail` and similar options. */
const ORDINARY_LETTERS = /^[-+][euvxE]*(o?)$/

/** Whether `set` has anything but ordinary options. Words that are no options replace the positional parameters. */
function setsOddly(words: readonly string[]): boolean {
  for (let index = 0; index < words.length; index++) {
    const letters = ORDINARY_LETTERS.exec(words[index]!)
    if (letters === null) return true
    const option = letters[1] === 'o' ? words[++index] : undefined
    if (option !== undefined && !isOrdinaryOption(option)) return true
  }
  return false
}

/** The start of an escape sequence that fills the terminal's clipboard, changes its title, or the like. */
const TERMINAL_COMMAND = /(?:\\(?:0?33|[eE]|x1[bB]|u001[bB])|\x1b)[\]P]/

/** Builtins that everyday lines use, in any form. */
const EVERYDAY = ': . [ break cd command continue exit false jobs kill pwd source test true type ulimit'.split(' ')

/** Builtins that everyday lines use only in some forms. */
const ODD: Readonly<Record<string, Oddity>> = {
  set: { what: 'it sets options or parameters of the shell that change how a line is read', isOdd: setsOddly },
  export: {
    what: 'it declares something that is no plain variable',
    isOdd: (_, words) => words.some(([start = '']) => typeof start !== 'string' || !/^[A-Za-z_]\w*(?:=|$)/.test(start)),
  },
  read: {
    what: 'it has read with options that are seldom used',
    isOdd: (words) => words.some((word, index) => !/^(?:-r|-d|[A-Za-z_]\w*)$/.test(word) && words[index - 1] !== '-d'),
  },
  echo: {
    what: 'it tells the terminal to do something',
    isOdd: (texts) => texts.some((text) => TERMINAL_COMMAND.test(text)),
  },
  printf: {
    what: 'it has printf with an option, with %n, with a format that is known only when it runs, or with a command for the terminal',
    isOdd: (texts, [format = []]) =>
      typeof format[0] !== 'string' ||
      format[0].startsWith('-') ||
      texts.some((text) => /%[^%A-Za-z]*n/.test(text) || TERMINAL_COMMAND.test(text)),
  },
  alias: { what: 'it defines an alias', isOdd: (words) => words.length > 0 },
  hash: {
    what: 'it changes what names of programs refer to',
    isOdd: (words) => words.some((word) => !/^(?:-t|\w+)$/.test(word)),
  },
  trap: { what: 'it runs commands at another time', isOdd: (words) => !words.every((word) => /^-[lp]$/.test(word)) },
  wait: {
    what: 'it has wait with an option, or with words that are known only when it runs',
    isOdd: (texts, words) => texts.some((text) => text.startsWith('-')) || words.some(isAnyText),
  },
  test: { what: 'it tests an element, or words that may be operators', isOdd: testsOddly, takesOperators: true },
  '[': { what: 'it tests an element, or words that may be operators', isOdd: testsOddly, takesOperators: true },
}

/** Whether it may be any text, not only a number or a name. */
function isAnyText(word: Word): boolean {
  return word.some((part) => isUnknown(part) && part.shape !== 'plain' && part.shape !== 'operand')
}

/** Unknown words are certainly operands only if the operator is written out: `-n "$(cat f)"`, `"$(cat f)" = 1`. */
function testsOddly(texts: readonly string[], words: readonly Word[]): boolean {
  if (texts.some((text, index) => texts[index - 1] === '-v' && text.includes('['))) return true
  const all = texts.at(-1) === ']' ? words.slice(0, -1) : words
  const [first = [], second = []] = all[0] !== undefined && knownText(all[0]) === '!' ? all.slice(1) : all
  const count = all.length - (first === all[0] ? 0 : 1)
  if (count < 2 || !all.some(isAnyText)) return false
  return count === 2 ? isAnyText(first) : count > 3 || isAnyText(second)
}
