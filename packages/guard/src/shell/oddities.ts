import type { Word as SyntaxWord } from 'unbash'
import { isBeyondPosix } from './beyond-posix.js'
import { isOrdinaryOption } from './options.js'
import type { ShellScope } from './scope.js'
import { hasUnknown, isOpen, knownText, type Word } from './word.js'

/**
 * What a command of the shell does to its shell that only a complete shell could follow, in words for people. Such lines are
 * rare, and each is a way to make the guard see another command than the one that runs; so it asks.
 */
export function oddityOf(argv: readonly Word[], scope: ShellScope): string | undefined {
  const [program = '', ...words] = argv.map(knownText)
  if (scope.isPosix && isBeyondPosix(argv)) return `it uses ${program} in a line for another shell`
  if (!Object.hasOwn(ODD, program)) return undefined
  const { what, isOdd, takesOperators } = ODD[program]!
  if (takesOperators === true && argv.some(isOpen)) return `it has words in ${program} that may be operators`
  return isOdd(words, scope, argv.some(hasUnknown)) ? what : undefined
}

interface Oddity {
  what: string
  isOdd: (words: readonly string[], scope: ShellScope, hasUnknownWords: boolean) => boolean
  /** Some of its words are operators that evaluate others: `[ $(cat f) = 1 ]` with `-v a[$(id)] -a` in the file. */
  takesOperators?: true
}

const always = () => true

/** `set -euo pipefail` and its kin. */
const ORDINARY_LETTERS = /^[-+][euvxE]*(o?)$/

/** Options come first; what follows them are new parameters. */
function setsOddly(words: readonly string[]): boolean {
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    if (word === '--' || !/^[-+]./.test(word)) return false
    const letters = ORDINARY_LETTERS.exec(word)
    if (letters === null) return true
    const option = letters[1] === 'o' ? words[++index] : undefined
    if (option !== undefined && !isOrdinaryOption(option)) return true
  }
  return false
}

const ODD: Readonly<Record<string, Oddity>> = {
  alias: {
    what: 'it defines an alias',
    isOdd: (words, _, isUnknown) => isUnknown || words.some((word) => word.includes('=')),
  },
  unalias: { what: 'it removes an alias', isOdd: (words) => !words.includes('-a') },
  unset: {
    what: 'it removes a function, or a variable of another function',
    isOdd: (words, { functions, locals }, isUnknown) =>
      isUnknown ||
      locals !== undefined ||
      words.some((word) => functions.has(word) || (word.startsWith('-') && word !== '-v')),
  },
  set: {
    what: 'it sets options of the shell that change how a line is read',
    isOdd: setsOddly,
  },
  shopt: {
    what: 'it sets options of the shell that change how a line is read',
    isOdd: (words) => !words.every((word) => /^-[spqu]+$/.test(word) || isOrdinaryOption(word)),
  },
  setopt: { what: 'it sets options of the shell that change how a line is read', isOdd: always },
  unsetopt: { what: 'it sets options of the shell that change how a line is read', isOdd: always },
  emulate: { what: 'it sets options of the shell that change how a line is read', isOdd: always },
  shift: {
    what: 'it moves more parameters than there are',
    isOdd: (words, { parameters }) => {
      const count = words.length === 0 ? 1 : Number(words[0])
      return words.length > 1 || !(count <= (parameters?.length ?? Number.POSITIVE_INFINITY))
    },
  },
  declare: { what: 'it declares something that is no plain variable', isOdd: isOddDeclaration },
  typeset: { what: 'it declares something that is no plain variable', isOdd: isOddDeclaration },
  export: { what: 'it declares something that is no plain variable', isOdd: isOddExport },
  readonly: { what: 'it declares something that is no plain variable', isOdd: isOddExport },
  local: {
    what: 'it declares a local variable outside of a function',
    isOdd: (words, scope) =>
      scope.locals === undefined || isOddDeclaration(words) || words.some((word) => /^-\w*A/.test(word)),
  },
  let: {
    what: 'it calculates with let',
    isOdd: (words) => words.length !== 1 || !/^[A-Za-z_]\w*(?:\+\+|--|[-+*]?=[1-9]?\w*)$/.test(words[0]!),
  },
  read: {
    what: 'it has read with a variable in an option or in a subscript',
    isOdd: (words) =>
      words.some((word) => (word.startsWith('-') ? !/^-[rse]*(?:[pdntuNi].*|a)?$/s.test(word) : word.includes('['))),
  },
  printf: { what: 'it has printf with %n or a subscript', isOdd: printsIntoVariables },
  wait: { what: 'it has wait with a variable', isOdd: (words) => words.some((word) => /^-\w*p/.test(word)) },
  test: { what: 'it tests an element', isOdd: testsElement, takesOperators: true },
  '[': { what: 'it tests an element', isOdd: testsElement, takesOperators: true },
  exec: { what: 'it replaces its shell', isOdd: (words) => words.length > 0 },
  mapfile: { what: 'it runs a command for each line', isOdd: runsForEach },
  readarray: { what: 'it runs a command for each line', isOdd: runsForEach },
  trap: {
    what: 'it runs commands at another time, when variables and functions may be others',
    isOdd: (words, _, isUnknown) => isUnknown || !/^(?:|-|-[lp]+)$/.test(words[0] ?? '-'),
  },
}

function printsIntoVariables(words: readonly string[], { variables }: ShellScope, isUnknown: boolean): boolean {
  const isOfElement = words.some(
    (word, index) => /^-v.*\[/.test(word) || (words[index - 1] === '-v' && word.includes('[')),
  )
  return (
    isOfElement ||
    words.some((word) => /%[^%A-Za-z]*n/.test(word)) ||
    (isUnknown && words.some((word) => variables.has(word)))
  )
}

function testsElement(words: readonly string[]): boolean {
  return words.some((word, index) => words[index - 1] === '-v' && word.includes('['))
}

/** Functions, references, and declarations that only print or fail, and then assign nothing. */
function isOddDeclaration(words: readonly string[]): boolean {
  const options = words.filter((word) => /^[-+]/.test(word))
  const isPrinting = options.some((word) => /[fFp]/.test(word))
  const isAssigning = words.some((word) => word.includes('='))
  const isExportedFunction = options.length === 1 && options[0] === '-f' && !isAssigning
  if (options.some((word) => !/^[-+][aAfFgipruxl]+$/.test(word))) return true
  // Its value is read as a list.
  if (words.some((word) => /^\w+\+?=\(/.test(word))) return true
  return isPrinting && (isAssigning || (options.some((word) => word.includes('r')) && !isExportedFunction))
}

function isOddExport(words: readonly string[]): boolean {
  return isOddDeclaration(words) || words.some((word) => word.startsWith('-') && !/^-[afnpA]+$/.test(word))
}

function runsForEach(words: readonly string[]): boolean {
  return words.some((word) => /^-\w*[Cc]/.test(word))
}

/** `exit $((1/0))`: where a word cannot be expanded, the command does not run. */
export function mayNotExpand(words: readonly SyntaxWord[]): boolean {
  return words.some(({ parts, text }) => parts?.some((part) => !isSure(part)) === true || /[*?[]/.test(text))
}

function isSure(part: NonNullable<SyntaxWord['parts']>[number]): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.every(isSure)
  return part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'SimpleExpansion'
}
