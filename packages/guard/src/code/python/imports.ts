import { refused, type Expression } from '../evaluate/program.js'
import { bind, nameOf, split, textOf, type BindingPlace, type SyntaxNode } from './tree.js'

export function imports(children: readonly SyntaxNode[], place: BindingPlace): Expression {
  const at = children.findIndex(({ name }) => name === 'import')
  const isFrom = children[0]?.name === 'from'
  const module = children
    .slice(1, at)
    .map((node) => textOf(node, place))
    .join('')
  if (isFrom && !/^[A-Za-z_]/.test(module)) return refused()
  const items = split(
    children.slice(at + 1).filter(({ name }) => name !== '(' && name !== ')'),
    (node) => node.name === ',',
  ).filter((item) => item.length > 0)
  return { is: 'sequence', of: items.map((item) => importItem(isFrom ? module : undefined, item, place)) }
}

function importItem(from: string | undefined, item: readonly SyntaxNode[], place: BindingPlace): Expression {
  const at = item.findIndex(({ name }) => name === 'as')
  const alias = at === -1 ? undefined : item[at + 1]
  const named = at === -1 ? item : item.slice(0, at)
  const name = named.map((node) => nameOf(node, place)).join('')
  if (!/^\w+(?:\.\w+)*$/.test(name)) {
    return refused(...(from === undefined ? [] : [{ is: 'import', module: from, isTop: false } as const]))
  }
  const isTop = alias === undefined
  const value: Expression =
    from === undefined
      ? { is: 'import', module: name, isTop }
      : { is: 'member', of: { is: 'import', module: from, isTop: false }, name }
  return { is: 'assign', to: bind(alias ?? named[0]!, place), value }
}
