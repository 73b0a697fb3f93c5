import { assignmentIn } from './assignment-word.js'
import { knownText, textOf, type Word } from './word.js'

/** Shell builtins that change which program a name refers to. */
export function changesNames(argv: readonly Word[]): boolean {
  const [program, ...words] = argv.map(knownText)
  if (program === 'hash')
    return words.some((word) => /^-\w*p/.test(word) || /^\w+=/.test(word)) && !words.includes('-d')
  if (program === 'alias') return words.some((word) => /^-\w*[gs]/.test(word))
  return program === 'enable' && words.some((word) => /^-\w*[fnd]/.test(word)) && words.some((word) => /^\w/.test(word))
}

/** Builtins whose words are assignments. */
export function isDeclaration(program: string): boolean {
  return DECLARATIONS.includes(program)
}

// A list, not a pattern: the hook is a new process for each line and would compile the pattern each time.
const DECLARATIONS = ['export', 'declare', 'typeset', 'local', 'readonly']

/** Builtins that run code in this shell, now or later, or that keep the assignments in front of them. */
export function isSpecial(program: string): boolean {
  return SPECIAL.test(program)
}

const SPECIAL =
  /^(?:eval|source|\.|trap|exec|export|readonly|set|unset|shift|times|:|break|continue|return|exit|mapfile|readarray|complete|compgen|bind|fc)$/

/** The special builtins of POSIX. In a POSIX shell, functions do not override them. */
export function comesFirst(program: string): boolean {
  return FIRST.includes(program)
}

const FIRST = '. : break continue eval exec exit export readonly return set shift source times trap unset'.split(' ')

/** Builtins that read stdin. */
export function readsInput(program: string): boolean {
  return READERS.includes(program)
}

const READERS = ['read', 'mapfile', 'readarray']

/** Builtins that do not change the state of the shell. */
export function printsOnly(program: string): boolean {
  return ONLY_PRINT.includes(program)
}

const ONLY_PRINT = 'echo pwd true false : test [ type help times jobs dirs'.split(' ')

/** Builtins that take names of variables, or numbers. */
export function takesNames(program: string): boolean {
  return TAKE_NAMES.includes(program)
}

const TAKE_NAMES =
  'test [ printf read unset declare typeset local export readonly let wait mapfile readarray getopts'.split(' ')

/** Builtins that print none of their words, not even in error messages. */
export function keepsWords(argv: readonly Word[]): boolean {
  const [program = '', ...words] = argv.map(knownText)
  if (isDeclaration(program)) return words.every((word) => /^-|^[A-Za-z_]\w*\+?(?:=|$)/.test(word))
  if (program === 'test' || program === '[') return isTestOfText(words)
  return QUIET.includes(program)
}

const QUIET = [':', 'true', 'false']

/** A test prints numbers and unexpected words in its error messages. */
function isTestOfText(words: readonly string[]): boolean {
  const all = words.at(-1) === ']' ? words.slice(0, -1) : words
  const [first = '', second = '', ...others] = all[0] === '!' ? all.slice(1) : all
  if (others.length === 0) return second === '' || first === '-n' || first === '-z'
  return others.length === 1 && /^(?:[!=]?=|[<>])$/.test(second)
}

/** The words that a builtin takes as names of variables. */
export function namesTaken([program, ...words]: readonly Word[]): readonly Word[] {
  switch (knownText(program!)) {
    case 'printf':
    case 'test':
    case '[':
      return behind(words, /^-v$/)
    case 'wait':
      return behind(words, /^-p$/)
    case 'getopts':
      return words.slice(1, 2)
    case 'unset':
      return words
    case 'read':
    case 'mapfile':
    case 'readarray':
      return words.filter((_, index) => index === 0 || !/^-\w*[pditnNuCcOsS]$/.test(textOf(words[index - 1]!) ?? ''))
    default:
      return []
  }
}

/** The words that a builtin evaluates as numbers: `declare -i n=x` and `let n=x` evaluate x. */
export function numbersGiven([program, ...words]: readonly Word[]): readonly Word[] {
  // The target of an assignment is not evaluated.
  if (knownText(program!) === 'let') return words.map((word) => assignmentIn(word)?.value ?? word)
  const isNumber = isDeclaration(knownText(program!)) && words.some((word) => /^-\w*i/.test(knownText(word)))
  return isNumber
    ? words.flatMap((word) => {
        const given = assignmentIn(word)
        return given === undefined ? [] : [given.value]
      })
    : []
}

function behind(words: readonly Word[], option: RegExp): Word[] {
  return words.filter((_, index) => index > 0 && option.test(textOf(words[index - 1]!) ?? ''))
}

/** Builtins whose variables are not passed to programs: `IFS= read -r line`, `local name=value`. */
export function isInner([program = '', ...words]: readonly string[]): boolean {
  if (program === 'export') return false
  return isDeclaration(program) ? !words.some((word) => /^-\w*x/.test(word)) : INNER.includes(program)
}

const INNER =
  'read mapfile readarray printf echo test [ cd pushd popd pwd let wait getopts true false : shift umask'.split(' ')

const BUILT_IN = new Set(
  (
    '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs ' +
    'disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local ' +
    'logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test ' +
    'times trap true type typeset ulimit umask unalias unset wait'
  ).split(' '),
)

export function isBuiltin(program: string): boolean {
  return BUILT_IN.has(program)
}

/** Whether it runs its words as a line in the current shell. */
export function isEval(tool: string): boolean {
  return tool === 'eval'
}

/** Whether it reads a file in the current shell. */
export function isSourcing(tool: string): boolean {
  return tool === 'source'
}
