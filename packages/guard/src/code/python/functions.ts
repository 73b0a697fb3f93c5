import { VariableScope, type Expression, type FunctionParameter } from '../evaluate/program.js'
import { block, hint, listOf } from './lists.js'
import { bind, childrenOf, nameOf, split, type BindingPlace, type SyntaxNode } from './tree.js'

export function functionValue(children: readonly SyntaxNode[], place: BindingPlace): Expression {
  const scope = new VariableScope(place.scope)
  const inside: BindingPlace = {
    ...place,
    scope,
    own: scope,
    elsewhere: new Map(),
    module: place.module,
    yields: { found: false },
  }
  const list = children.find(({ name }) => name === 'ParamList')
  const items = list === undefined ? [] : split(childrenOf(list), (node) => node.name === ',')
  const parameters = items.flatMap((item) => parametersIn(item, place, inside))
  const hints = [...items.flat(), ...children].filter(({ name }) => name === 'TypeDef')
  const last = children.at(-1)!
  const body: Expression =
    last.name === 'Body' ? block(last, inside) : { is: 'return', value: place.translate.expression(last, inside) }
  const made: Expression = { is: 'function', parameters, body, isGenerator: inside.yields.found }
  return { is: 'sequence', of: [...hints.map((type) => hint(type, place)), made] }
}

function parametersIn(item: readonly SyntaxNode[], around: BindingPlace, inside: BindingPlace): FunctionParameter[] {
  const node = item.find(({ name }) => name === 'VariableName')
  if (node === undefined) return []
  const at = item.findIndex(({ name }) => name === 'AssignOp')
  const given = item.slice(at + 1).filter(({ name }) => name !== ')')
  return [
    {
      to: bind(node, inside),
      name: nameOf(node, inside),
      ...(at !== -1 && { default: listOf(given, around) }),
      ...(item.some(({ name }) => name.startsWith('*')) && { isRest: true }),
    },
  ]
}
