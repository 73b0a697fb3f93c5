import { PLAIN, refused, VariableScope, type Expression } from '../evaluate/program.js'
import { argumentsIn, expression } from './expressions.js'
import { block, hint, inOrder, listOf, yielded } from './lists.js'
import { functionValue } from './functions.js'
import { imports } from './imports.js'
import { targetOf } from './targets.js'
import { bind, childrenOf, KEYWORDS, nameOf, split, textOf, type BindingPlace, type SyntaxNode } from './tree.js'

/** Translates Python's syntax tree. */
export function translatePython(script: SyntaxNode, source: string): Expression {
  const scope = new VariableScope()
  return block(script, {
    source,
    scope,
    own: scope,
    elsewhere: new Map(),
    module: scope,
    yields: { found: false },
    translate: { expression, statement },
  })
}

export function statement(node: SyntaxNode, place: BindingPlace): Expression {
  const children = childrenOf(node)
  switch (node.name) {
    case ':':
    case ';':
    case 'PassStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return PLAIN
    case 'Body':
    case 'StatementGroup':
      return block(node, place)
    case 'ExpressionStatement':
      return listOf(children, place)
    case 'AssignStatement':
      return assignment(children, place)
    case 'UpdateStatement':
      return updating(children, place)
    case 'ImportStatement':
      return imports(children, place)
    case 'IfStatement':
    case 'WhileStatement':
      return inOrder(children, place)
    case 'AssertStatement':
      // The message is printed.
      return { is: 'operation', operator: 'format', of: [inOrder(children, place)] }
    case 'ForStatement':
      return loop(children, place)
    case 'TryStatement':
      return attempt(children, place)
    case 'WithStatement':
      return withContext(children, place)
    case 'FunctionDefinition': {
      const name = children.find(({ name: type }) => type === 'VariableName')
      if (name === undefined || waiting(children)[0]!.name !== 'def') return refused()
      return { is: 'assign', to: bind(name, place), value: functionValue(children, place) }
    }
    case 'DecoratedStatement':
      return decorated(children, place)
    case 'ReturnStatement':
      return { is: 'return', value: listOf(children.slice(1), place) }
    case 'YieldStatement':
      return yielded(children.slice(1), place)
    case 'RaiseStatement':
      return { is: 'raise', value: inOrder(children.slice(1), place) }
    case 'DeleteStatement':
      return deletion(children.slice(1), place)
    case 'ScopeStatement':
      return declaration(children, place)
    default:
      return expression(node, place)
  }
}

function assignment(children: readonly SyntaxNode[], place: BindingPlace): Expression {
  const types = children.filter(({ name }) => name === 'TypeDef')
  const segments = split(
    children.filter(({ name }) => name !== 'TypeDef'),
    (node) => node.name === 'AssignOp',
  )
  const hints = types.map((type) => hint(type, place))
  if (segments.length === 1) return { is: 'sequence', of: [...hints, PLAIN] }
  const value = listOf(segments.at(-1)!, place)
  const targets = segments.slice(0, -1).map((segment) => targetOf(segment, place))
  const assigned = targets.reduceRight<Expression>((inner, to) => ({ is: 'assign', to, value: inner }), value)
  return { is: 'sequence', of: [...hints, assigned] }
}

function updating(children: readonly SyntaxNode[], place: BindingPlace): Expression {
  const [of, operator, ...value] = children
  if (of === undefined || operator?.name !== 'UpdateOp') return refused()
  return {
    is: 'update',
    to: targetOf([of], place),
    of: expression(of, place),
    operator: textOf(operator, place).replace(/=$/, ''),
    value: listOf(value, place),
  }
}

/** Drops `async`, which does not change the effects. */
function waiting(children: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return children[0]!.name === 'async' ? children.slice(1) : children
}

function loop(all: readonly SyntaxNode[], place: BindingPlace): Expression {
  const children = waiting(all)
  if (children[0]!.name !== 'for') return refused(inOrder(children, place))
  const at = children.findIndex(({ name }) => name === 'in')
  const body = children.findIndex(({ name }) => name === 'Body')
  const over = listOf(children.slice(at + 1, body), place)
  const to = targetOf(children.slice(1, at), place)
  return {
    is: 'sequence',
    of: [{ is: 'assign', to, value: { is: 'each', of: over } }, inOrder(children.slice(body), place)],
  }
}

function attempt(children: readonly SyntaxNode[], place: BindingPlace): Expression {
  const parts: Expression[] = []
  for (const [index, child] of children.entries()) {
    if (KEYWORDS.has(child.name) || child.name === ',') continue
    if (children[index - 1]?.name === 'as') {
      parts.push({ is: 'assign', to: bind(child, place), value: { is: 'caught' } })
    } else parts.push(statement(child, place))
  }
  return { is: 'sequence', of: parts }
}

function withContext(all: readonly SyntaxNode[], place: BindingPlace): Expression {
  const children = waiting(all)
  if (children[0]!.name !== 'with') return refused(inOrder(children, place))
  const body = children.findIndex(({ name }) => name === 'Body')
  const items = split(children.slice(1, body), (node) => node.name === ',')
  const opened = items.map((item): Expression => {
    const at = item.findIndex(({ name }) => name === 'as')
    const value = listOf(at === -1 ? item : item.slice(0, at), place)
    if (at === -1) return value
    return { is: 'assign', to: targetOf(item.slice(at + 1), place), value }
  })
  return { is: 'sequence', of: [...opened, inOrder(children.slice(body), place)] }
}

function decorated(children: readonly SyntaxNode[], place: BindingPlace): Expression {
  const definition = children.at(-1)!
  const inner = childrenOf(definition)
  const name = inner.find(({ name: type }) => type === 'VariableName')
  if (definition.name !== 'FunctionDefinition' || name === undefined || inner[0]!.name !== 'def') {
    return refused(statement(definition, place))
  }
  const value = children.slice(0, -1).reduceRight<Expression>(
    (wrapped, decorator) => {
      const parts = childrenOf(decorator).slice(1)
      return { is: 'call', callee: decoratorIn(parts, place), values: [{ value: wrapped }] }
    },
    functionValue(inner, place),
  )
  return { is: 'assign', to: bind(name, place), value }
}

/** `@a.b(c)`, whose parts are siblings in the tree. */
function decoratorIn(parts: readonly SyntaxNode[], place: BindingPlace): Expression {
  const [first, ...rest] = parts
  if (first === undefined) return refused()
  return rest.reduce<Expression>(
    (of, part) => {
      if (part.name === '.') return of
      if (part.name === 'ArgList') return { is: 'call', callee: of, values: argumentsIn(part, place) }
      return { is: 'member', of, name: nameOf(part, place) }
    },
    expression(first, place),
  )
}

function deletion(children: readonly SyntaxNode[], place: BindingPlace): Expression {
  const items = split(children, (node) => node.name === ',')
  return {
    is: 'sequence',
    of: items.map((item) => ({ is: 'assign', to: targetOf(item, place), value: PLAIN }) as const),
  }
}

/** Only supports `global` in top-level functions: in nested ones, the meaning depends on later bindings. */
function declaration(children: readonly SyntaxNode[], place: BindingPlace): Expression {
  const [keyword, ...names] = children
  if (keyword!.name !== 'global' || place.own.parent !== place.module) return refused()
  for (const node of names) {
    if (node.name !== 'VariableName') continue
    place.elsewhere.set(nameOf(node, place), place.module)
    place.module.partial.add(nameOf(node, place))
  }
  return PLAIN
}
