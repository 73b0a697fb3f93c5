import { nameFits } from '@atip/protocol/calls'
import type { ParameterExpansionPart } from 'unbash'
import type { ExpansionRunner } from './fold-word.js'
import { mayHoldSecret, usualPlaceOf } from '../places/index.js'
import { assign, lookUp, type ShellScope } from './scope.js'
import { elementAt, elementsIn, firstElement } from './elements.js'
import { anyOf, type Folded, type Value } from './variable.js'
import {
  isLiteral,
  joinParts,
  knownText,
  literal,
  literalOf,
  madeOf,
  taintsOf,
  textOf,
  unknown,
  type Word,
} from './word.js'

/** `$x`, `$1`, `$@`. */
export function valueOf(name: string, scope: ShellScope): Folded {
  if (/^\d+$/.test(name)) {
    if (name === '0') {
      if (scope.variables.has('BASH_ARGV0')) return valueOf('BASH_ARGV0', scope)
      return scope.shellName === undefined ? undefined : [scope.shellName]
    }
    if (scope.parameters === undefined) return anyParameters(scope)
    const value = scope.parameters[Number(name) - 1]
    return value === undefined ? [] : [value]
  }
  if (name === '@' || name === '*') return scope.parameters ?? anyParameters(scope)
  // Without a background job, it is the process id of an earlier line.
  if (name === '!' && !scope.variables.has(name)) return [[unknown('plain', 'variable')]]
  // Only some of them exist in every shell.
  if (NUMBERS.test(name) && !scope.variables.has(name))
    return [[unknown(scope.isPosix && name.length > 1 ? 'operand' : 'plain', 'variable')]]
  // Every command changes it.
  if (name === '_') return setByShell(name, scope)
  const variable = lookUp(name, scope)
  if (variable === undefined) {
    if (name === 'PWD' && scope.cwd !== undefined) return [folderHere(scope)]
    const place = usualPlaceOf(name)
    if (place !== undefined) return [literal(place.replace(/^~/, () => scope.home))]
    return setByShell(name, scope)
  }
  if (variable.kind === 'unset') return []
  return variable.kind === 'text' ? [variable.text] : firstElement(name, variable, scope)
}

/** The current folder of the shell, if it is certain: an earlier `cd` may have failed. */
export function folderHere({ cwd, others, isAnywhere }: ShellScope): Word {
  return cwd === undefined || others.length > 0 || isAnywhere ? [unknown('word', 'program')] : literal(cwd)
}

/** Unknown parameters may be any word that the shell has handled. Only the taint of a secret is preserved. */
export function anyParameters({ handled }: ShellScope): [Word] | undefined {
  return handled.has('secret') ? [[unknown('words', 'variable', ...handled)]] : undefined
}

const NUMBERS = /^(?:[?$#]|RANDOM|SRANDOM|SECONDS|EPOCHSECONDS|LINENO|UID|EUID|PPID|BASHPID|SHLVL)$/
/** A variable that the shell sets itself may contain any word that the shell has handled. */
function setByShell(name: string, { handled, parameters }: ShellScope): Folded {
  // Zsh also has the positional parameters in this array.
  if (name === 'argv' && parameters !== undefined) return partOf(parameters)
  return SET_BY_SHELL.test(name) ? [[unknown('words', 'variable', ...handled)]] : undefined
}

/** The shell puts words of the line into these variables. */
const SET_BY_SHELL =
  /^(?:_|IFS|PS[0-4]|OLDPWD|COMP_WORDBREAKS|REPLY|OPTARG|MAPFILE|COPROC|PIPESTATUS|DIRSTACK|FUNCNAME|READLINE_\w+|BASH_\w+|match|MATCH)$/

/** `${x…}`. Operands are folded even if they are unused, because folding also walks the substitutions in them. */
export function foldParameter(
  part: ParameterExpansionPart,
  scope: ShellScope,
  fold: FoldOperand,
  run: ExpansionRunner,
): Folded {
  const given: Word[] = []
  const value = expanded(
    part,
    scope,
    (word) => {
      const folded = fold(word)
      given.push(folded)
      return folded
    },
    run,
  )
  // The unknown value of a variable from outside may be the operand given here.
  if (value !== undefined || taintsOf(given).length === 0) return value
  return partOf(mayHoldSecret(part.parameter) ? [...given, ...ANY_VARIABLE] : given)
}

type FoldOperand = (word: NonNullable<ParameterExpansionPart['index']>) => Word

function expanded(part: ParameterExpansionPart, scope: ShellScope, fold: FoldOperand, run: ExpansionRunner): Folded {
  const { parameter, prefix, index, operation } = part
  // `${!list[@]}` is the keys of a list, not an indirection.
  const isIndirect = prefix === '!' && index?.value !== '@' && index?.value !== '*'
  const name = isIndirect ? indirectName(parameter, scope, run) : parameter
  // Syntax that only zsh understands may run code there: `${(e)x}`.
  if (!/^(?:\w+|[-@*#?$!])$/.test(parameter) || operation?.type === 'Unknown') run.script(undefined, scope)
  const subscript = index === undefined ? undefined : fold(index)
  if (subscript !== undefined) run.evaluate(joinParts(literal('['), subscript), scope)
  const operand =
    operation !== undefined && 'operand' in operation && operation.operand !== undefined
      ? fold(operation.operand)
      : undefined
  if (operation?.type === 'Replace') {
    const pattern = patternOf(fold(operation.pattern))
    const replacement = fold(operation.replacement)
    const change = (text: string) => replace(text, operation.operator, pattern, textOf(replacement))
    return mapped(name === undefined ? undefined : valueAt(name, subscript, scope), change, [replacement])
  }
  const isList = isAll(subscript) || parameter === '@' || parameter === '*'
  if (operation?.type === 'Slice') {
    const from = fold(operation.offset)
    const length = operation.length === undefined ? undefined : fold(operation.length)
    for (const number of [from, ...(length === undefined ? [] : [length])]) run.evaluate(number, scope)
    const list = isList && name !== undefined ? valueAt(name, subscript, scope) : undefined
    if (isList) return list === undefined ? undefined : partOf(list)
    return mapped(name === undefined ? undefined : valueAt(name, subscript, scope), (text) =>
      slice(text, textOf(from), length === undefined ? undefined : (textOf(length) ?? 'x')),
    )
  }
  if (prefix === '!' && isList) return undefined
  if (name === undefined) return ANY_VARIABLE
  const value = valueAt(name, subscript, scope) ?? (isIndirect && mayHoldSecret(name) ? ANY_VARIABLE : undefined)
  if (prefix === '#') return [lengthOf(value, isList)]
  if (operation === undefined) return value
  switch (operation.type) {
    case 'Default':
      if (operation.operator.endsWith('?')) run.complain(operand!)
      return foldDefault(operation.operator, name, value, operand!, scope)
    case 'Remove':
      return mapped(value, (text) => remove(text, operation.operator, patternOf(operand!)))
    case 'CaseModification':
      return mapped(value, (text) => changeCase(text, operation.operator, operand && knownText(operand)))
    case 'Transform':
      // `${x@P}` expands the value of the variable again.
      for (const text of value ?? [[unknown('words', 'variable')]]) run.expand(text, scope)
      return value === undefined ? undefined : partOf(value)
    default:
      return undefined
  }
}

/** The value of a variable whose name is unknown until the line runs. */
const ANY_VARIABLE: readonly Word[] = [[unknown('words', 'variable', 'secret')]]

function lengthOf(value: Folded, isList: boolean): Word {
  if (value === undefined || !value.every(isLiteral)) return [unknown('plain', 'variable')]
  const text = knownText(value[0] ?? [])
  if (!isList && !isAscii(text)) return [unknown('plain', 'variable')]
  return literal(String(isList ? value.length : text.length))
}

/** `${!x}` uses the value of one variable as the name of another, which may have a subscript. */
function indirectName(parameter: string, scope: ShellScope, run: ExpansionRunner): string | undefined {
  // `${!x@}` and `${!x[@]}` list names.
  const value = valueOf(parameter, scope) ?? [[unknown('word', 'variable')]]
  for (const word of value) run.evaluate(word, scope)
  return value.length === 1 ? textOf(value[0]!) : undefined
}

function valueAt(name: string, at: Word | undefined, scope: ShellScope): Folded {
  if (at === undefined) return valueOf(name, scope)
  const variable = lookUp(name, scope)
  if (variable === undefined) return setByShell(name, scope)
  if (!isAll(at)) return elementAt(name, at, variable, scope)
  return variable.kind === 'array' ? elementsIn(name, variable, scope) : variable.kind === 'text' ? [variable.text] : []
}

/** `[@]`, `[*]`. */
function isAll(at: Word | undefined): boolean {
  const text = at === undefined ? '' : textOf(at)
  return text === '@' || text === '*'
}

function foldDefault(operator: string, name: string, value: Folded, operand: Word, scope: ShellScope): Folded {
  const isEmpty =
    value !== undefined &&
    (value.length === 0 || (operator.startsWith(':') && value.every((word) => word.length === 0)))
  const isWanted = operator.endsWith('+') ? value !== undefined && !isEmpty : isEmpty
  if (operator.endsWith('?')) return value
  const given: Value = { kind: 'text', text: operand }
  if (operator.endsWith('=') && value === undefined) assign(scope, name, anyOf(name, [undefined, given]))
  if (value === undefined) return undefined
  if (operator.endsWith('=') && isEmpty) assign(scope, name, given)
  if (operator.endsWith('+')) {
    const isCertain = value.some((word) => word.some((part) => typeof part === 'string'))
    return !isWanted ? [] : isCertain || operand.length === 0 ? [operand] : partOf([operand])
  }
  if (isWanted) return [operand]
  // A program that fails prints nothing, so a value that comes from its output may be empty.
  return operand.length > 0 ? partOf([...value, operand]) : value
}

/** `others`: words that a change may insert. */
function mapped(value: Folded, change: (text: string) => string | undefined, others: readonly Word[] = []): Folded {
  const changed = value?.map((word) => {
    const text = literalOf(word)
    return text === undefined ? undefined : change(text)
  })
  if (changed === undefined) return undefined
  return changed.includes(undefined) ? partOf([...value!, ...others]) : (changed as string[]).map(literal)
}

/** Unknown text made of these words or of parts of them. */
function partOf(value: readonly Word[]): Folded {
  return [[madeOf(value, 'variable')]]
}

/** Undefined with wildcards: folding does not preserve whether they were quoted. */
function patternOf(operand: Word): string | undefined {
  return operand.some((part) => typeof part === 'string' && /[*?[\\]/.test(part)) ? undefined : textOf(operand)
}

/** Patterns with wildcards are not evaluated, including those that only some shells and options support. */
function isPlain(pattern: string | undefined): pattern is string {
  return pattern !== undefined && !/[*?[\\(<]/.test(pattern)
}

/** Shells disagree on the length and the case mapping of non-ASCII text. */
function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text)
}

function replace(
  text: string,
  operator: string,
  pattern: string | undefined,
  replacement: string | undefined,
): string | undefined {
  // `&` is the match. A pattern that comes from a value may start with `#` or `%`, which anchors it.
  if (!isPlain(pattern) || pattern === '' || replacement === undefined || replacement.includes('&')) return undefined
  if (operator === '/' && /^[#%]/.test(pattern)) return undefined
  if (operator === '//') return text.replaceAll(pattern, () => replacement)
  if (operator === '/#') return text.startsWith(pattern) ? replacement + text.slice(pattern.length) : text
  if (operator === '/%') return text.endsWith(pattern) ? text.slice(0, -pattern.length) + replacement : text
  return text.replace(pattern, () => replacement)
}

/** `${x%/*}`: removes the shortest matching prefix or suffix, or the longest if the operator is doubled. */
function remove(text: string, operator: string, pattern: string | undefined): string | undefined {
  if (pattern === undefined || !isPlain(pattern.replace(/[*?]/g, ''))) return undefined
  if (text.length > LONGEST_CUT || !isAscii(text))
    return isPlain(pattern) ? withoutPlain(text, operator, pattern) : undefined
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length)
  const isDoubled = operator.length === 2
  const cut = (length: number) => (operator.startsWith('#') ? text.slice(0, length) : text.slice(text.length - length))
  const fits = (length: number) => nameFits(pattern, cut(length))
  const found = isDoubled ? lengths.findLast(fits) : lengths.find(fits)
  if (found === undefined) return text
  return operator.startsWith('#') ? text.slice(found) : text.slice(0, text.length - found)
}

/** For longer texts, trying all lengths takes too long. */
const LONGEST_CUT = 500

function withoutPlain(text: string, operator: string, pattern: string): string {
  if (operator.startsWith('#')) return text.startsWith(pattern) ? text.slice(pattern.length) : text
  return pattern !== '' && text.endsWith(pattern) ? text.slice(0, -pattern.length) : text
}

function slice(text: string, from: string | undefined, length: string | undefined): string | undefined {
  const start = decimal(from)
  const count = length === undefined ? undefined : decimal(length)
  if (start === undefined || (length !== undefined && count === undefined) || !isAscii(text)) return undefined
  if (-start > text.length) return undefined
  const tail = text.slice(start)
  return count === undefined ? tail : count < 0 ? tail.slice(0, count) : tail.slice(0, count)
}

/** Undefined for a leading zero, which means octal. */
function decimal(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*-?(?:0|[1-9]\d{0,8})\s*$/.test(text) ? Number(text) : undefined
}

function changeCase(text: string, operator: string, pattern: string | undefined): string | undefined {
  if ((pattern !== undefined && pattern !== '') || !isAscii(text)) return undefined
  if (operator === ',,') return text.toLowerCase()
  if (operator === '^^') return text.toUpperCase()
  const first = operator === ',' ? text.charAt(0).toLowerCase() : text.charAt(0).toUpperCase()
  return first + text.slice(1)
}
