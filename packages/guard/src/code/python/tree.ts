import type { parser } from '@lezer/python'
import type { AssignmentTarget, Expression, VariableScope } from '../evaluate/program.js'

export type SyntaxNode = ReturnType<typeof parser.parse>['topNode']

/** The scopes that apply while a function is translated. */
export interface BindingPlace {
  source: string
  scope: VariableScope
  /** The scope in which `:=` binds, even inside a comprehension. */
  own: VariableScope
  /** Names that a `global` statement binds in the module. */
  elsewhere: Map<string, VariableScope>
  module: VariableScope
  yields: { found: boolean }
  /** Passed along because expressions contain functions, and functions contain statements. */
  translate: Translate
}

interface Translate {
  expression: (node: SyntaxNode, place: BindingPlace) => Expression
  statement: (node: SyntaxNode, place: BindingPlace) => Expression
}

export const KEYWORDS = new Set(
  'if elif else while for in try except finally with as raise from assert async await return yield del not and or is : ( ) [ ] { }'.split(
    ' ',
  ),
)

export function textOf(node: SyntaxNode, { source }: BindingPlace): string {
  return source.slice(node.from, node.to)
}

/** Python normalises identifiers to NFKC, so compatibility characters equal ASCII letters. */
export function nameOf(node: SyntaxNode, place: BindingPlace): string {
  return textOf(node, place).normalize('NFKC')
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== 'Comment') children.push(child)
  }
  return children
}

export function split(nodes: readonly SyntaxNode[], isBetween: (node: SyntaxNode) => boolean): SyntaxNode[][] {
  const parts: SyntaxNode[][] = [[]]
  for (const node of nodes) {
    if (isBetween(node)) parts.push([])
    else parts.at(-1)!.push(node)
  }
  return parts
}

export function hasInside(node: SyntaxNode, name: string): boolean {
  let isFound = false
  node.cursor().iterate((inner) => {
    if (inner.name === name) isFound = true
  })
  return isFound
}

/** Binds a name in its scope. */
export function bind(node: SyntaxNode, place: BindingPlace, isWalrus = false): AssignmentTarget {
  const name = nameOf(node, place)
  const scope = place.elsewhere.get(name) ?? (isWalrus ? place.own : place.scope)
  // Before it is bound, a name in a module means the built-in.
  if (scope === place.module) scope.partial.add(name)
  else scope.certain.add(name)
  return { is: 'name', name, scope }
}
