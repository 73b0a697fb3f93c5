import type { ArithmeticExpression } from 'unbash'
import { assign, type ShellScope } from './scope.js'
import { mixed } from './variable.js'
import { literal, literalOf, unknown, type Word } from './word.js'

/** Folds an operand of an expression to a word, and walks the substitutions in it. */
export type FoldOperand = (node: ArithmeticExpression) => Word | undefined

/** The value of an expression, if it is known. Performs its assignments. */
export function evaluate(
  node: ArithmeticExpression | undefined,
  scope: ShellScope,
  fold: FoldOperand,
): number | undefined {
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

/** As the shell prints it. An unknown value is still a number. */
export function wordOfNumber(value: number | undefined): Word {
  return value === undefined ? [unknown('plain', 'variable')] : literal(String(value))
}

type Node<Type> = Extract<ArithmeticExpression, { type: Type }>

function unary(node: Node<'ArithmeticUnary'>, scope: ShellScope, fold: FoldOperand): number | undefined {
  const value = evaluate(node.operand, scope, fold)
  if (node.operator === '++' || node.operator === '--') {
    const next = value === undefined ? undefined : value + (node.operator === '++' ? 1 : -1)
    store(node.operand, next, scope)
    return node.prefix ? next : value
  }
  if (value === undefined) return undefined
  const results: Readonly<Record<string, number>> = {
    '-': -value,
    '+': value,
    '!': value === 0 ? 1 : 0,
    '~': -value - 1,
  }
  return Object.hasOwn(results, node.operator) ? results[node.operator] : undefined
}

/** Evaluates `1 + 2 + 3 + …` in a loop, because such an expression is nested as deep as it has terms. */
function binary(node: Node<'ArithmeticBinary'>, scope: ShellScope, fold: FoldOperand): number | undefined {
  const chain: Node<'ArithmeticBinary'>[] = []
  let first: ArithmeticExpression = node
  while (first.type === 'ArithmeticBinary' && !ASSIGNS.test(first.operator)) {
    chain.push(first)
    first = first.left
  }
  let value = first.type === 'ArithmeticBinary' ? assignment(first, scope, fold) : evaluate(first, scope, fold)
  for (const { operator, right } of chain.reverse()) {
    value = calculate(operator, value, evaluate(right, scope, fold))
    if (/^(?:&&|\|\|)$/.test(operator) && assigns(right)) forgetTargets(right, scope)
  }
  return value
}

const ASSIGNS = /^(?:[-+*/%&|^]|<<|>>)?=$/

function assignment(
  { operator, left, right }: Node<'ArithmeticBinary'>,
  scope: ShellScope,
  fold: FoldOperand,
): number | undefined {
  const given = evaluate(right, scope, fold)
  const value = operator === '=' ? given : calculate(operator.slice(0, -1), evaluate(left, scope, fold), given)
  store(left, value, scope)
  return value
}

function calculate(operator: string, left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return undefined
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

/** A number, or a variable that holds one; anything else is not evaluated. */
function numberIn(word: Word | undefined, scope: ShellScope, depth: number): number | undefined {
  const text = word === undefined ? undefined : literalOf(word)
  if (text === undefined) return undefined
  const plain = text.trim()
  if (/^(?:0|[1-9]\d{0,14})$/.test(plain)) return Number(plain)
  if (!/^[A-Za-z_]\w*$/.test(plain) || depth > 8) return undefined
  const variable = scope.variables.get(plain)
  if (variable?.kind === 'unset') return 0
  return variable?.kind === 'text' ? numberIn(variable.text, scope, depth + 1) : undefined
}

function store(target: ArithmeticExpression, value: number | undefined, scope: ShellScope): void {
  const name = nameOf(target)
  if (name === undefined) return
  const isElement = /\[/.test((target as Node<'ArithmeticWord'>).value)
  assign(scope, name, isElement ? mixed([scope.variables.get(name)]) : { kind: 'text', text: wordOfNumber(value) })
}

function nameOf(target: ArithmeticExpression): string | undefined {
  return target.type === 'ArithmeticWord' ? /^\s*([A-Za-z_]\w*)/.exec(target.value)?.[1] : undefined
}

/** Only one branch is evaluated at run time, so what either assigns is unknown afterwards. */
function forgetTargets(node: ArithmeticExpression, scope: ShellScope): void {
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
      return ASSIGNS.test(node.operator) || assigns(node.left) || assigns(node.right)
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

/** Whether it assigns and may also fail (a division, `08`), so that the shell skips the rest. */
export function mayStopHalfway(node: ArithmeticExpression): boolean {
  return assigns(node) && mayFail(node)
}

function mayFail(node: ArithmeticExpression): boolean {
  switch (node.type) {
    case 'ArithmeticBinary':
      return /[/%]|\*\*/.test(node.operator) || mayFail(node.left) || mayFail(node.right)
    case 'ArithmeticUnary':
      return mayFail(node.operand)
    case 'ArithmeticGroup':
      return mayFail(node.expression)
    case 'ArithmeticTernary':
      return [node.test, node.consequent, node.alternate].some(mayFail)
    case 'ArithmeticWord':
      return /^\s*0\d/.test(node.value)
    default:
      return false
  }
}
