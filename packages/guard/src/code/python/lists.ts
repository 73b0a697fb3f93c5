import { PLAIN, refused, type Expression, type Item } from '../evaluate/program.js'
import { childrenOf, KEYWORDS, split, type BindingPlace, type SyntaxNode } from './tree.js'

/** A single expression, or several that form a tuple. */
export function listOf(nodes: readonly SyntaxNode[], place: BindingPlace): Expression {
  if (nodes.length === 0) return PLAIN
  if (nodes.some(({ name }) => name === ':')) {
    return {
      is: 'sequence',
      of: nodes.filter(({ name }) => name !== ':' && name !== ',').map((one) => place.translate.expression(one, place)),
    }
  }
  if (nodes.length === 1) return place.translate.expression(nodes[0]!, place)
  if (nodes[0]!.name === 'yield') return yielded(nodes.slice(1), place)
  return { is: 'container', items: itemsIn(nodes, place) }
}

export function itemsIn(nodes: readonly SyntaxNode[], place: BindingPlace): Item[] {
  return split(nodes, (node) => node.name === ',')
    .filter((item) => item.length > 0)
    .map((item) => {
      if (item[0]!.name === '*' || item[0]!.name === '**') {
        return { value: listOf(item.slice(1), place), isSpread: true }
      }
      const colon = item.findIndex(({ name }) => name === ':')
      if (colon === -1) return { value: item.length === 1 ? place.translate.expression(item[0]!, place) : refused() }
      return { key: listOf(item.slice(0, colon), place), value: listOf(item.slice(colon + 1), place) }
    })
}

export function yielded(children: readonly SyntaxNode[], place: BindingPlace): Expression {
  place.yields.found = true
  const isFrom = children[0]?.name === 'from'
  const value = listOf(isFrom ? children.slice(1) : children, place)
  return { is: 'return', value: isFrom ? { is: 'each', of: value } : value, isYield: true }
}

export function block(node: SyntaxNode, place: BindingPlace): Expression {
  return { is: 'sequence', of: childrenOf(node).map((child) => place.translate.statement(child, place)) }
}

/** Conditions and blocks in sequence. */
export function inOrder(children: readonly SyntaxNode[], place: BindingPlace): Expression {
  const parts = children.filter(({ name }) => !KEYWORDS.has(name) && name !== ',')
  return { is: 'sequence', of: parts.map((part) => place.translate.statement(part, place)) }
}

/** Type annotations are evaluated like any expression, unless they are quoted. */
export function hint(type: SyntaxNode, place: BindingPlace): Expression {
  return inOrder(
    childrenOf(type).filter(({ name }) => name !== ':'),
    place,
  )
}
