import type { Assignment, Command, Word as SyntaxWord } from 'unbash'
import { isDeclaration } from './builtin-kinds.js'
import type { ShellScope } from './scope.js'
import { knownText, type Word } from './word.js'

/** Records oddities in the form of a command, such as words after `&>`, which is not an operator in every shell. */
export function noteOddForm(node: Command, argv: readonly Word[], { oddities }: ShellScope): void {
  const joined = node.redirects.find((one) => one.type === 'Redirect' && one.operator.startsWith('&'))
  if (joined !== undefined && node.args.some(({ pos }) => pos > joined.pos)) {
    oddities.add('it has words after &>, which other shells take for another command')
  }
  const name = knownText(argv[0] ?? [])
  if (/^(?:exit|return|break|continue)$/.test(name)) {
    if (mayNotExpand(node.args as SyntaxWord[])) oddities.add('it leaves with a word that may not be expanded')
    const hasMore =
      argv.length > 2 || node.redirects.some(isUnsure) || node.prefix.some(({ type }) => type === 'Assignment')
    if (hasMore || knownText(argv[1] ?? []).startsWith('-')) oddities.add('it leaves with more than a number')
  }
  if (
    name === 'exec' &&
    argv.length === 1 &&
    node.redirects.some((one) => isInput(one) || isOutput(one) || isMixed(one))
  )
    oddities.add('it gives its shell another input or output')
  const set = node.prefix.filter((one): one is Assignment => one.type === 'Assignment')
  if (set.some(({ text }, index) => set.slice(0, index).some(({ name: earlier }) => usesName(text, earlier))))
    oddities.add('it uses a variable in the command that sets it')
  if (set.length > 0 && isDeclaration(name)) oddities.add('it sets a variable in front of a declaration')
  if (node.redirects.length > 0 && node.args.some(({ type }) => type === 'Assignment'))
    oddities.add('it declares a variable behind a redirection, which may fail')
}

function usesName(text: string, name: string): boolean {
  return new RegExp(`\\$\\{?[!#]?${name}\\b|\\(\\(|\\[`).test(text)
}

/** Whether a redirection may fail. `>&2` and `2>/dev/null` always work. */
function isUnsure(redirect: Command['redirects'][number]): boolean {
  return redirect.type !== 'Redirect' || !/^(?:[12]|\/dev\/null)$/.test(redirect.target?.text ?? '')
}

function isOutput(redirect: Command['redirects'][number]): boolean {
  const number = redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : 1
  return redirect.type === 'Redirect' && redirect.operator.includes('>') && number === 1
}

/** `2>&1` */
function isMixed(redirect: Command['redirects'][number]): boolean {
  return redirect.type === 'Redirect' && redirect.operator === '>&'
}

function isInput(redirect: Command['redirects'][number]): boolean {
  const isStandard = redirect.descriptor?.type !== 'FileDescriptor' || redirect.descriptor.value === 0
  return isStandard && (redirect.type !== 'Redirect' || redirect.operator.startsWith('<'))
}

/** `exit $((1/0))`: if the expansion of a word fails, the command does not run. */
function mayNotExpand(words: readonly SyntaxWord[]): boolean {
  return words.some(({ parts, text }) => parts?.some((part) => !isSure(part)) === true || /[*?[]/.test(text))
}

function isSure(part: NonNullable<SyntaxWord['parts']>[number]): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.every(isSure)
  return part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'SimpleExpansion'
}
