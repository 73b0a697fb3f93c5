import type { SyntaxNode } from 'unbash'
import { grammar } from './grammar.js'
import { knownText, type Word } from './word.js'

/** Whether a shell reads a line as the guard does. */
export function readsLikeBash(shell: string): boolean {
  return /^r?bash$/.test(shell)
}

/** Whether the first line of a script names such a shell. */
export function isForBash(script: Word): boolean {
  const [, path = '', word = ''] = /^#!\s*(\S+)(?:[ \t]+(\S+))?/.exec(knownText(script)) ?? []
  const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1)
  return readsLikeBash(nameOf(path)) || (nameOf(path) === 'env' && readsLikeBash(word))
}

/**
 * The first form that a POSIX shell misreads or rejects, in words for the user. To such a shell, `$'\'` is complete,
 * `&>` ends a command, and `[[ a || b ]]` runs `b`.
 */
export function beyondPosix(node: SyntaxNode): string | undefined {
  const own = formBeyondPosix(node)
  if (own !== undefined) return own
  let found: string | undefined
  grammar().forEachChild(node, (child) => {
    found ??= beyondPosix(child)
  })
  return found
}

const FORMS: Readonly<Record<string, string>> = {
  AnsiCQuoted: "a text in $'…'",
  LocaleString: 'a text in $"…"',
  ProcessSubstitution: 'a substitution with <(…)',
  HereString: 'a text behind <<<',
  TestCommand: 'a test in [[…]]',
  ArithmeticCommand: 'a calculation in ((…))',
  ArithmeticFor: 'a calculation in ((…))',
  Coproc: 'a coprocess',
  ArrayValue: 'an array',
}

function formBeyondPosix(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'Redirect':
      if (node.operator.startsWith('&')) return 'a redirection with &>'
      return node.descriptor?.type === 'FileDescriptorVariable' ? 'a descriptor with a name' : undefined
    case 'Pipeline':
      return node.operators.includes('|&') ? 'a pipe with |&' : undefined
    case 'Assignment':
      return node.append === true || node.index !== undefined ? 'an assignment with += or to an element' : undefined
    case 'Function':
      return node.name.pos > node.pos ? 'the word function' : undefined
    default:
      return FORMS[node.type]
  }
}

/** Commands that set variables or change folders in some shells and do not exist in others. */
export function isBeyondPosix(argv: readonly Word[]): boolean {
  const [program = '', ...words] = argv.map(knownText)
  if (program === 'printf') return words[0]?.startsWith('-v') === true
  if (program === 'read') return words.some((word) => word.startsWith('-') && word !== '-r')
  if (program === 'echo') return words[0]?.startsWith('-') === true && words[0] !== '-n'
  if (program === 'eval') return words[0]?.startsWith('-') === true
  return 'source declare typeset let mapfile readarray pushd popd builtin shopt'.split(' ').includes(program)
}
