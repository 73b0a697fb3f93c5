import type { AssignmentTarget } from '../evaluate/program.js'
import { listOf } from './lists.js'
import { bind, childrenOf, nameOf, split, type BindingPlace, type SyntaxNode } from './tree.js'

function targetsOf(nodes: readonly SyntaxNode[], place: BindingPlace): AssignmentTarget {
  const items = split(nodes, (node) => node.name === ',').filter((item) => item.length > 0)
  const to = items.map((item): AssignmentTarget => {
    if (item[0]!.name !== '*') return targetOf(item, place)
    return { is: 'rest', to: targetOf(item.slice(1), place) }
  })
  return { is: 'elements', to }
}

/** Translates the target of an assignment. */
export function targetOf(nodes: readonly SyntaxNode[], place: BindingPlace): AssignmentTarget {
  if (nodes.some(({ name }) => name === ',' || name === '*')) return targetsOf(nodes, place)
  const [node] = nodes
  if (node === undefined || nodes.length > 1) return { is: 'refused', of: [] }
  const children = childrenOf(node)
  switch (node.name) {
    case 'VariableName':
      return bind(node, place)
    case 'ParenthesizedExpression':
      return targetOf(children.slice(1, -1), place)
    case 'TupleExpression':
    case 'ArrayExpression':
      return targetsOf(children.slice(1, -1), place)
    case 'MemberExpression': {
      const [of, mark, ...rest] = children
      if (mark?.name === '.')
        return { is: 'member', of: place.translate.expression(of!, place), name: nameOf(rest[0]!, place) }
      const isSlice = rest.some(({ name }) => name === ':')
      return {
        is: 'element',
        of: place.translate.expression(of!, place),
        key: listOf(rest.slice(0, -1), place),
        isSlice,
      }
    }
    default:
      return { is: 'refused', of: [place.translate.expression(node, place)] }
  }
}
