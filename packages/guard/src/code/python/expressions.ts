import { PLAIN, refused, VariableScope, type CallArgument, type Expression } from '../evaluate/program.js'
import { functionValue } from './functions.js'
import { itemsIn, listOf, yielded } from './lists.js'
import { targetOf } from './targets.js'
import { formatString, stringOf } from './texts.js'
import { bind, childrenOf, KEYWORDS, nameOf, split, textOf, type BindingPlace, type SyntaxNode } from './tree.js'

export function expression(node: SyntaxNode, place: BindingPlace): Expression {
  const children = childrenOf(node)
  switch (node.name) {
    case 'Number':
    case 'Boolean':
    case 'None':
    case 'Ellipsis':
      return PLAIN
    case 'String':
      return stringOf(node, place)
    case 'FormatString':
      return formatString(node, place)
    case 'ContinuedString':
      return { is: 'joined', parts: children.map((child) => expression(child, place)) }
    case 'VariableName': {
      const name = nameOf(node, place)
      return { is: 'name', name, scope: place.elsewhere.get(name) ?? place.scope }
    }
    case 'ParenthesizedExpression':
      return listOf(children.slice(1, -1), place)
    case 'TupleExpression':
    case 'ArrayExpression':
    case 'DictionaryExpression':
      return { is: 'container', items: itemsIn(children.slice(1, -1), place) }
    case 'SetExpression':
      return { is: 'container', items: itemsIn(children.slice(1, -1), place), isShuffled: true }
    case 'ArrayComprehensionExpression':
    case 'SetComprehensionExpression':
    case 'DictionaryComprehensionExpression':
    case 'ComprehensionExpression':
      return comprehension(children.slice(1, -1), place)
    case 'LambdaExpression':
      return functionValue(children, place)
    case 'ConditionalExpression': {
      const [then, , condition, , otherwise] = children
      if (otherwise === undefined) return refused()
      const [a, b, c] = [then!, condition!, otherwise].map((one) => expression(one, place))
      return { is: 'sequence', of: [b!, { is: 'either', of: [a!, c!] }] }
    }
    case 'BinaryExpression':
      return binaryOperation(children, place)
    case 'UnaryExpression':
      return {
        is: 'operation',
        operator: children[0]!.name === 'not' ? 'not' : 'unary',
        of: [expression(children.at(-1)!, place)],
      }
    case 'NamedExpression':
      return {
        is: 'assign',
        to: bind(children[0]!, place, true),
        value: expression(children.at(-1)!, place),
      }
    case 'MemberExpression':
      return memberIn(children, place)
    case 'CallExpression': {
      const [callee, list] = children
      if (list?.name !== 'ArgList') return refused(expression(callee!, place))
      return { is: 'call', callee: expression(callee!, place), values: argumentsIn(list, place) }
    }
    case 'AwaitExpression':
      return expression(children.at(-1)!, place)
    case 'YieldExpression':
      return yielded(children.slice(1), place)
    default:
      return refused(
        ...children.filter(({ name }) => !KEYWORDS.has(name)).map((child) => place.translate.statement(child, place)),
      )
  }
}

function comprehension(children: readonly SyntaxNode[], place: BindingPlace): Expression {
  const scope = new VariableScope(place.scope)
  const inside = { ...place, scope }
  const first = children.findIndex(({ name }) => name === 'for' || name === 'async')
  const clauses: Expression[] = []
  let at = first
  while (at < children.length) {
    const keyword = children[at]!.name
    if (keyword !== 'for' && keyword !== 'if') return refused()
    const next = children.findIndex(
      ({ name }, index) => index > at && (name === 'for' || name === 'if' || name === 'async'),
    )
    const end = next === -1 ? children.length : next
    if (keyword === 'if') clauses.push(listOf(children.slice(at + 1, end), inside))
    else {
      const middle = children.findIndex(({ name }, index) => index > at && name === 'in')
      const over = listOf(children.slice(middle + 1, end), at === first ? place : inside)
      const to = targetOf(children.slice(at + 1, middle), inside)
      clauses.push({ is: 'assign', to, value: { is: 'each', of: over } })
    }
    at = end
  }
  return {
    is: 'sequence',
    of: [...clauses, { is: 'container', items: itemsIn(children.slice(0, first), inside), isShuffled: true }],
  }
}

function binaryOperation(children: readonly SyntaxNode[], place: BindingPlace): Expression {
  const of = [children[0]!, children.at(-1)!].map((one) => expression(one, place))
  const operators = children.slice(1, -1)
  const first = operators[0]!
  if (first.name === 'and' || first.name === 'or') return { is: 'either', of }
  if (operators.some(({ name }) => name === 'in')) return { is: 'operation', operator: 'in', of }
  if (/^(?:CompareOp|is|not)$/.test(first.name)) return { is: 'operation', operator: 'compare', of }
  return { is: 'operation', operator: textOf(first, place), of }
}

function memberIn(children: readonly SyntaxNode[], place: BindingPlace): Expression {
  const [of, mark, ...rest] = children
  const value = expression(of!, place)
  if (mark?.name === '.' && rest[0]?.name === 'PropertyName') {
    return { is: 'member', of: value, name: nameOf(rest[0], place) }
  }
  if (mark?.name !== '[') return refused(value)
  const inside = rest.slice(0, -1)
  if (inside.some(({ name }) => name === ':')) return { is: 'slice', of: value, bounds: [listOf(inside, place)] }
  return { is: 'element', of: value, key: listOf(inside, place) }
}

export function argumentsIn(list: SyntaxNode, place: BindingPlace): CallArgument[] {
  const nodes = childrenOf(list).slice(1, -1)
  if (nodes.some(({ name }) => name === 'for')) return [{ value: comprehension(nodes, place) }]
  return split(nodes, (node) => node.name === ',')
    .filter((item) => item.length > 0)
    .map((item): CallArgument => {
      const [first, second, ...rest] = item
      if (first!.name === '*') return { value: listOf(item.slice(1), place), isSpread: true }
      // The names of these arguments are unknown.
      if (first!.name === '**') return { value: refused(listOf(item.slice(1), place)) }
      if (second?.name === 'AssignOp' && textOf(second, place) === '=') {
        return { keyword: nameOf(first!, place), value: listOf(rest, place) }
      }
      if (second?.name === 'AssignOp') {
        return { value: { is: 'assign', to: bind(first!, place, true), value: listOf(rest, place) } }
      }
      return { value: item.length === 1 ? expression(first!, place) : refused() }
    })
}
