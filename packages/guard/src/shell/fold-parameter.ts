import type { ParameterExpansionPart } from 'unbash'
import { hasMarks, MARKS } from './opaque.js'
import { assign, type ShellScope } from './scope.js'
import { anyOf, type Value } from './variable.js'

/** The values of a parameter: known texts, or unknown. */
export type Folded = readonly string[] | undefined

/** What a variable holds; of several alternatives the first; the caller repeats with the others. */
export function lookUp(name: string, scope: ShellScope): Value | undefined {
  const variable = scope.variables.get(name)
  if (variable?.kind !== 'any') return variable
  const [first] = variable.of as [Value]
  if (scope.asked === undefined) return { kind: 'text', text: MARKS.words }
  scope.asked.set(name, variable.of)
  scope.variables.set(name, first)
  return first
}

/** `$x`, `$1`, `$@`. */
export function valueOf(name: string, scope: ShellScope): Folded {
  if (/^\d+$/.test(name)) {
    if (name === '0') return scope.shellName === undefined ? undefined : [scope.shellName]
    if (scope.parameters === undefined) return undefined
    const value = scope.parameters[Number(name) - 1]
    return value === undefined ? [] : [value]
  }
  if (name === '@' || name === '*') return scope.parameters
  if (NUMBERS.test(name)) return [MARKS.operand]
  const variable = lookUp(name, scope)
  if (variable === undefined) {
    if (name === 'PWD' && scope.cwd !== undefined) return [scope.cwd]
    return SET_BY_SHELL.test(name) ? [MARKS.words] : undefined
  }
  if (variable.kind === 'unset') return []
  return variable.kind === 'text' ? [variable.text] : variable.words.slice(0, 1)
}

const NUMBERS = /^(?:[?$!#]|RANDOM|SRANDOM|SECONDS|EPOCHSECONDS|LINENO|UID|EUID|PPID|BASHPID|SHLVL|COLUMNS|LINES)$/
/** The shell puts words of the line into these. */
const SET_BY_SHELL =
  /^(?:_|REPLY|OPTARG|MAPFILE|COPROC|PIPESTATUS|DIRSTACK|FUNCNAME|READLINE_\w+|BASH_\w+|match|MATCH)$/

/**
 * `${x…}`. An operand is folded by `fold` also where it is not used, because what it runs in a substitution is looked
 * at then.
 */
export function foldParameter(
  part: ParameterExpansionPart,
  scope: ShellScope,
  fold: (word: NonNullable<ParameterExpansionPart['index']>) => string,
  expandLater: (text: string | undefined) => void,
): Folded {
  const { parameter, prefix, index, operation } = part
  const name = prefix === '!' ? indirectName(parameter, scope) : parameter
  // What only zsh understands may run code there: `${(e)x}`.
  if (!/^(?:\w+|[-@*#?$!])$/.test(parameter) || operation?.type === 'Unknown') expandLater(undefined)
  const at = index === undefined ? undefined : fold(index)
  if (at !== undefined && /\$\(|`/.test(at)) expandLater(at)
  const operand =
    operation !== undefined && 'operand' in operation && operation.operand !== undefined
      ? fold(operation.operand)
      : undefined
  if (operation?.type === 'Replace') {
    const pattern = fold(operation.pattern)
    const replacement = fold(operation.replacement)
    return mapped(name === undefined ? undefined : valueAt(name, at, scope), (text) =>
      replace(text, operation.operator, pattern, replacement),
    )
  }
  const isList = at === '@' || at === '*' || parameter === '@' || parameter === '*'
  if (operation?.type === 'Slice') {
    const from = fold(operation.offset)
    const length = operation.length === undefined ? undefined : fold(operation.length)
    if (isList) return undefined
    return mapped(name === undefined ? undefined : valueAt(name, at, scope), (text) => slice(text, from, length))
  }
  if (name === undefined) return undefined
  const value = valueAt(name, at, scope)
  if (prefix === '#') return [lengthOf(value, isList)]
  if (operation === undefined) return value
  switch (operation.type) {
    case 'Default':
      return foldDefault(operation.operator, name, value, operand!, scope)
    case 'Remove':
      return mapped(value, (text) => remove(text, operation.operator, operand!))
    case 'CaseModification':
      return mapped(value, (text) => changeCase(text, operation.operator, operand))
    case 'Transform':
      // `${x@P}` expands what is in the variable once more.
      for (const text of value ?? []) expandLater(text)
      return undefined
    default:
      return undefined
  }
}

function lengthOf(value: Folded, isList: boolean): string {
  if (value === undefined || value.some(hasMarks)) return MARKS.operand
  return String(isList ? value.length : (value[0] ?? '').length)
}

function indirectName(parameter: string, scope: ShellScope): string | undefined {
  const value = valueOf(parameter, scope)
  return value?.length === 1 && !hasMarks(value[0]!) ? value[0] : undefined
}

function valueAt(name: string, at: string | undefined, scope: ShellScope): Folded {
  if (at === undefined) return valueOf(name, scope)
  const variable = lookUp(name, scope)
  if (variable === undefined) return SET_BY_SHELL.test(name) ? [MARKS.words] : undefined
  const words = variable.kind === 'array' ? variable.words : variable.kind === 'text' ? [variable.text] : []
  if (at === '@' || at === '*') return words
  if (!/^\d+$/.test(at)) return undefined
  const word = words[Number(at)]
  return word === undefined ? [] : [word]
}

function foldDefault(operator: string, name: string, value: Folded, operand: string, scope: ShellScope): Folded {
  const isEmpty = value !== undefined && (value.length === 0 || (operator.startsWith(':') && value.join('') === ''))
  const isWanted = operator.endsWith('+') ? value !== undefined && !isEmpty : isEmpty
  if (operator.endsWith('?')) return value
  const given: Value = { kind: 'text', text: operand }
  if (operator.endsWith('=') && value === undefined) assign(scope, name, anyOf([undefined, given]))
  if (value === undefined) return undefined
  if (operator.endsWith('=') && isEmpty) assign(scope, name, given)
  if (operator.endsWith('+')) return isWanted ? [operand] : []
  return isWanted ? [operand] : value
}

function mapped(value: Folded, change: (text: string) => string | undefined): Folded {
  if (value === undefined || value.some(hasMarks)) return undefined
  const changed = value.map(change)
  return changed.includes(undefined) ? undefined : (changed as string[])
}

/** Patterns with wildcards are left alone. */
function isPlain(pattern: string): boolean {
  return !/[*?[\\]/.test(pattern) && !hasMarks(pattern)
}

function replace(text: string, operator: string, pattern: string, replacement: string): string | undefined {
  if (!isPlain(pattern) || pattern === '' || replacement.includes(MARKS.words)) return undefined
  if (operator === '//') return text.replaceAll(pattern, () => replacement)
  if (operator === '/#') return text.startsWith(pattern) ? replacement + text.slice(pattern.length) : text
  if (operator === '/%') return text.endsWith(pattern) ? text.slice(0, -pattern.length) + replacement : text
  return text.replace(pattern, () => replacement)
}

function remove(text: string, operator: string, pattern: string): string | undefined {
  if (!isPlain(pattern)) return undefined
  if (operator.startsWith('#')) return text.startsWith(pattern) ? text.slice(pattern.length) : text
  return pattern !== '' && text.endsWith(pattern) ? text.slice(0, -pattern.length) : text
}

function slice(text: string, from: string, length: string | undefined): string | undefined {
  const start = Number(from)
  const count = length === undefined ? undefined : Number(length)
  if (!Number.isInteger(start) || (count !== undefined && !Number.isInteger(count))) return undefined
  const tail = text.slice(start)
  return count === undefined ? tail : count < 0 ? tail.slice(0, count) : tail.slice(0, count)
}

function changeCase(text: string, operator: string, pattern: string | undefined): string | undefined {
  if (pattern !== undefined && pattern !== '') return undefined
  if (operator === ',,') return text.toLowerCase()
  if (operator === '^^') return text.toUpperCase()
  const first = operator === ',' ? text.charAt(0).toLowerCase() : text.charAt(0).toUpperCase()
  return first + text.slice(1)
}
