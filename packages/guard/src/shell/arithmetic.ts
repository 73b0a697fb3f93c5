import type { ArithmeticExpression } from 'unbash'
import { hasMarks, MARKS } from './opaque.js'
import { assign, type Scope } from './scope.js'

/** Folds the word of an expression, and looks at what its substitutions run. */
export type FoldOperand = (node: ArithmeticExpression) => string | undefined

/** The number an expression comes to, if that can be told; what it assigns is assigned. */
export function evaluate(node: ArithmeticExpression | undefined, scope: Scope, fold: FoldOperand): number | undefined {
  if (node === undefined) return undefined
  switch (node.type) {
    case 'ArithmeticGroup':
      return evaluate(node.expression, scope, fold)
    case 'ArithmeticWord':
      return numberIn(fold(node), scope, 0)
    case 'ArithmeticCommandExpansion':
      return numberIn(fold(node), scope, 0)
    case 'ArithmeticUnary':
      return unary(node, scope, fold)
    case 'ArithmeticTernary': {
      const test = evaluate(node.test, scope, fold)
      const chosen = evaluate(node.consequent, scope, fold)
      const other = evaluate(node.alternate, scope, fold)
      if (assigns(node.consequent) || assigns(node.alternate)) forgetTargets(node, scope)
      return test === undefined ? undefined : test === 0 ? other : chosen
    }
    case 'ArithmeticBinary':
      return binary(node, scope, fold)
  }
}

/** As the shell prints it; where it is not known, a number all the same. */
export function textOfNumber(value: number | undefined): string {
  return value === undefined ? MARKS.operand : String(value)
}

type Node<Type> = Extract<ArithmeticExpression, { type: Type }>

function unary(node: Node<'ArithmeticUnary'>, scope: Scope, fold: FoldOperand): number | undefined {
  const value = evaluate(node.operand, scope, fold)
  if (node.operator === '++' || node.operator === '--') {
    const next = value === undefined ? undefined : value + (node.operator === '++' ? 1 : -1)
    store(node.operand, next, scope)
    return node.prefix ? next : value
  }
  if (value === undefined) return undefined
  const results: Readonly<Record<string, number>> = { '-': -value, '+': value, '!': value === 0 ? 1 : 0, '~': ~value }
  return Object.hasOwn(results, node.operator) ? results[node.operator] : undefined
}

function binary(node: Node<'ArithmeticBinary'>, scope: Scope, fold: FoldOperand): number | undefined {
  const { operator } = node
  const right = evaluate(node.right, scope, fold)
  if (operator === '=') {
    store(node.left, right, scope)
    return right
  }
  const left = evaluate(node.left, scope, fold)
  if (/^(?:&&|\|\|)$/.test(operator) && assigns(node.right)) forgetTargets(node.right, scope)
  const isAssignment = /^(?:[-+*/%&|^]|<<|>>)=$/.test(operator)
  const value =
    left === undefined || right === undefined
      ? undefined
      : calculate(isAssignment ? operator.slice(0, -1) : operator, left, right)
  if (isAssignment) store(node.left, value, scope)
  return value
}

function calculate(operator: string, left: number, right: number): number | undefined {
  const value = CALCULATIONS.get(operator)?.(left, right)
  const result = typeof value === 'boolean' ? Number(value) : value
  return Number.isSafeInteger(result) ? result : undefined
}

const CALCULATIONS = new Map<string, (left: number, right: number) => number | boolean>([
  ['+', (left, right) => left + right],
  ['-', (left, right) => left - right],
  ['*', (left, right) => left * right],
  ['/', (left, right) => Math.trunc(left / right)],
  ['%', (left, right) => left % right],
  ['**', (left, right) => left ** right],
  ['<', (left, right) => left < right],
  ['<=', (left, right) => left <= right],
  ['>', (left, right) => left > right],
  ['>=', (left, right) => left >= right],
  ['==', (left, right) => left === right],
  ['!=', (left, right) => left !== right],
  ['&&', (left, right) => left !== 0 && right !== 0],
  ['||', (left, right) => left !== 0 || right !== 0],
  [',', (_, right) => right],
])

/** A number, or a variable that holds one; more is not worked out. */
function numberIn(text: string | undefined, scope: Scope, depth: number): number | undefined {
  if (text === undefined || hasMarks(text)) return undefined
  const plain = text.trim()
  if (/^(?:0|[1-9]\d{0,14})$/.test(plain)) return Number(plain)
  if (!/^[A-Za-z_]\w*$/.test(plain) || depth > 8) return undefined
  const variable = scope.variables.get(plain)
  if (variable?.kind === 'unset') return 0
  return variable?.kind === 'text' ? numberIn(variable.text, scope, depth + 1) : undefined
}

function store(target: ArithmeticExpression, value: number | undefined, scope: Scope): void {
  const name = nameOf(target)
  if (name === undefined) return
  const isElement = /\[/.test((target as Node<'ArithmeticWord'>).value)
  assign(scope, name, { kind: 'text', text: isElement ? MARKS.words : textOfNumber(value) })
}

function nameOf(target: ArithmeticExpression): string | undefined {
  return target.type === 'ArithmeticWord' ? /^\s*([A-Za-z_]\w*)/.exec(target.value)?.[1] : undefined
}

/** Only one side of a choice happens, so nothing is known of what either assigns. */
function forgetTargets(node: ArithmeticExpression, scope: Scope): void {
  if (node.type === 'ArithmeticBinary') {
    if (node.operator.endsWith('=') && !/^[<>=!]=$/.test(node.operator)) store(node.left, undefined, scope)
    forgetTargets(node.left, scope)
    forgetTargets(node.right, scope)
  } else if (node.type === 'ArithmeticUnary') {
    if (/^(?:\+\+|--)$/.test(node.operator)) store(node.operand, undefined, scope)
    forgetTargets(node.operand, scope)
  } else if (node.type === 'ArithmeticGroup') forgetTargets(node.expression, scope)
  else if (node.type === 'ArithmeticTernary') {
    for (const one of [node.test, node.consequent, node.alternate]) forgetTargets(one, scope)
  }
}

function assigns(node: ArithmeticExpression): boolean {
  switch (node.type) {
    case 'ArithmeticBinary':
      return /^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator) || assigns(node.left) || assigns(node.right)
    case 'ArithmeticUnary':
      return node.operator === '++' || node.operator === '--' || assigns(node.operand)
    case 'ArithmeticGroup':
      return assigns(node.expression)
    case 'ArithmeticTernary':
      return [node.test, node.consequent, node.alternate].some(assigns)
    default:
      return false
  }
}
