import type * as acorn from 'acorn'
import {
  PLAIN,
  refused,
  VariableScope,
  type CallArgument,
  type Expression,
  type Item,
  type FunctionParameter,
  type AssignmentTarget,
} from '../evaluate/program.js'

/** The scope of a node. */
interface Place {
  /** The scope of the function, or of the whole code. */
  scope: VariableScope
  /** Names in a block are bound in only a part of the function. */
  isNested: boolean
  isInFunction?: true
}

/** Unknown text, after evaluating these. */
const computed = (...of: readonly Expression[]): Expression => ({ is: 'operation', operator: 'format', of })

/** Translates JavaScript's syntax tree. */
export function translateJavaScript(program: acorn.Program): Expression {
  const place = { scope: new VariableScope(), isNested: false }
  return { is: 'sequence', of: program.body.map((one) => statement(one, place)) }
}

function statements(nodes: readonly acorn.Statement[], place: Place): Expression {
  return { is: 'sequence', of: nodes.map((node) => statement(node, { ...place, isNested: true })) }
}

function statement(node: acorn.Statement | acorn.ModuleDeclaration, place: Place): Expression {
  const inner = { ...place, isNested: true }
  switch (node.type) {
    case 'EmptyStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return PLAIN
    case 'ExpressionStatement':
      // `node -p` prints the value of the last statement.
      return place.isInFunction === true
        ? expression(node.expression, place)
        : computed(expression(node.expression, place))
    case 'BlockStatement':
      return statements(node.body, place)
    case 'VariableDeclaration':
      return declaration(node, place)
    case 'FunctionDeclaration':
      return { is: 'assign', to: bind(node.id.name, place), value: functionValue(node, place) }
    case 'ReturnStatement':
      return { is: 'return', value: node.argument == null ? PLAIN : expression(node.argument, place) }
    case 'ThrowStatement':
      return { is: 'raise', value: expression(node.argument, place) }
    case 'IfStatement':
      return sequence([
        expression(node.test, place),
        statement(node.consequent, inner),
        node.alternate == null ? PLAIN : statement(node.alternate, inner),
      ])
    case 'WhileStatement':
    case 'DoWhileStatement':
      return sequence([expression(node.test, place), statement(node.body, inner)])
    case 'LabeledStatement':
      return statement(node.body, place)
    case 'ForStatement':
      return sequence([
        node.init == null ? PLAIN : initial(node.init, inner),
        node.test == null ? PLAIN : expression(node.test, inner),
        node.update == null ? PLAIN : expression(node.update, inner),
        statement(node.body, inner),
      ])
    case 'ForOfStatement':
    case 'ForInStatement':
      return loop(node, inner)
    case 'TryStatement':
      return sequence([
        statement(node.block, inner),
        ...(node.handler == null ? [] : [handler(node.handler, inner)]),
        ...(node.finalizer == null ? [] : [statement(node.finalizer, inner)]),
      ])
    case 'SwitchStatement':
      return sequence([
        expression(node.discriminant, place),
        ...node.cases.map(({ test, consequent }) =>
          sequence([test == null ? PLAIN : expression(test, inner), statements(consequent, inner)]),
        ),
      ])
    case 'ImportDeclaration':
      return importing(node, place)
    default:
      return unknown(node, place)
  }
}

function initial(node: acorn.VariableDeclaration | acorn.Expression, place: Place): Expression {
  return node.type === 'VariableDeclaration' ? declaration(node, place) : expression(node, place)
}

function handler(node: acorn.CatchClause, place: Place): Expression {
  // Only data can be thrown.
  const caught: Expression[] =
    node.param == null ? [] : [{ is: 'assign', to: pattern(node.param, place, 'let'), value: { is: 'caught' } }]
  return sequence([...caught, statement(node.body, place)])
}

function loop(node: acorn.ForOfStatement | acorn.ForInStatement, place: Place): Expression {
  const over = expression(node.right, place)
  const value: Expression = node.type === 'ForOfStatement' ? { is: 'each', of: over } : computed(over)
  const to =
    node.left.type === 'VariableDeclaration'
      ? pattern(node.left.declarations[0]!.id, place, node.left.kind)
      : pattern(node.left, place)
  return sequence([{ is: 'assign', to, value }, statement(node.body, place)])
}

function declaration(node: acorn.VariableDeclaration, place: Place): Expression {
  if (node.kind !== 'var' && node.kind !== 'let' && node.kind !== 'const') return unknown(node, place)
  return sequence(
    node.declarations.map(({ id, init }) => ({
      is: 'assign',
      to: pattern(id, place, node.kind),
      value: init == null ? PLAIN : expression(init, place),
    })),
  )
}

function importing(node: acorn.ImportDeclaration, place: Place): Expression {
  const of: Expression = { is: 'import', module: String(node.source.value), isTop: false }
  return sequence([
    of,
    ...node.specifiers.map((specifier): Expression => {
      const to = bind(specifier.local.name, place)
      if (specifier.type !== 'ImportSpecifier') return { is: 'assign', to, value: of }
      if (specifier.imported.type !== 'Identifier') return refused()
      return { is: 'assign', to, value: { is: 'member', of, name: specifier.imported.name } }
    }),
  ])
}

function bind(name: string, { scope, isNested }: Place): AssignmentTarget {
  if (isNested) scope.partial.add(name)
  else scope.certain.add(name)
  return { is: 'name', name, scope }
}

/** The target of an assignment, or with `kind` of a declaration. */
function pattern(node: acorn.Pattern, place: Place, kind?: string): AssignmentTarget {
  switch (node.type) {
    case 'Identifier':
      if (kind === undefined) return { is: 'name', name: node.name, scope: place.scope }
      // Outside functions, a global of that name keeps its value.
      return bind(node.name, kind === 'var' ? { ...place, isNested: place.isInFunction !== true } : place)
    case 'AssignmentPattern':
      return { is: 'or', to: pattern(node.left, place, kind), value: expression(node.right, place) }
    case 'ArrayPattern':
      return {
        is: 'elements',
        to: node.elements.flatMap((one): AssignmentTarget[] => {
          if (one === null) return []
          if (one.type !== 'RestElement') return [pattern(one, place, kind)]
          return [{ is: 'rest', to: pattern(one.argument, place, kind) }]
        }),
      }
    case 'ObjectPattern':
      return objectPattern(node, place, kind)
    case 'MemberExpression': {
      const found = member(node, place)
      return found.is === 'member' || found.is === 'element' ? found : { is: 'refused', of: [found] }
    }
    default:
      return { is: 'refused', of: [] }
  }
}

function objectPattern(node: acorn.ObjectPattern, place: Place, kind: string | undefined): AssignmentTarget {
  const of: { name: string; to: AssignmentTarget }[] = []
  let rest: AssignmentTarget | undefined
  for (const property of node.properties) {
    if (property.type === 'RestElement') rest = pattern(property.argument, place, kind)
    else {
      const name = property.computed ? undefined : keyName(property.key)
      if (name === undefined) return { is: 'refused', of: [] }
      of.push({ name, to: pattern(property.value, place, kind) })
    }
  }
  return { is: 'members', of, ...(rest !== undefined && { rest }) }
}

function keyName(node: acorn.Expression | acorn.PrivateIdentifier): string | undefined {
  if (node.type === 'Identifier') return node.name
  return node.type === 'Literal' ? String(node.value) : undefined
}

function expression(
  node: acorn.Expression | acorn.PrivateIdentifier | acorn.Super | acorn.SpreadElement,
  place: Place,
): Expression {
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'string') return { is: 'text', text: node.value }
      return node.regex === undefined ? PLAIN : { is: 'data' }
    case 'TemplateLiteral':
      return template(node, place)
    case 'Identifier':
      return { is: 'name', name: node.name, scope: place.scope }
    case 'MemberExpression':
      return member(node, place)
    case 'ChainExpression':
      return expression(node.expression, place)
    case 'CallExpression':
    case 'NewExpression':
      return { is: 'call', callee: expression(node.callee, place), values: values(node.arguments, place) }
    case 'ArrayExpression':
      return {
        is: 'container',
        items: node.elements.map((one): Item => {
          if (one === null) return { value: PLAIN }
          if (one.type === 'SpreadElement') return { value: expression(one.argument, place), isSpread: true }
          return { value: expression(one, place) }
        }),
      }
    case 'ObjectExpression':
      return object(node, place)
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return functionValue(node, place)
    case 'ConditionalExpression':
      return sequence([
        expression(node.test, place),
        { is: 'either', of: [expression(node.consequent, place), expression(node.alternate, place)] },
      ])
    case 'LogicalExpression':
      return { is: 'either', of: [expression(node.left, place), expression(node.right, place)] }
    case 'BinaryExpression':
      return {
        is: 'operation',
        operator: COMPARES.test(node.operator) ? 'compare' : node.operator,
        of: [expression(node.left, place), expression(node.right, place)],
      }
    case 'UnaryExpression':
      return unary(node, place)
    case 'UpdateExpression':
      return update(node.argument, '-', PLAIN, place)
    case 'AssignmentExpression':
      return assignment(node, place)
    case 'SequenceExpression':
      return sequence(node.expressions.map((one) => expression(one, place)))
    case 'AwaitExpression':
      return expression(node.argument, place)
    case 'ImportExpression': {
      const source = expression(node.source, place)
      return source.is === 'text' ? { is: 'import', module: source.text, isTop: false } : refused(source)
    }
    default:
      return unknown(node, place)
  }
}

const COMPARES = /^(?:[!=]==?|>|[<>]=|in|instanceof)$/

function template(node: acorn.TemplateLiteral, place: Place): Expression {
  const parts = node.quasis.flatMap(({ value }, index): Expression[] => {
    const text: Expression = value.cooked == null ? refused() : { is: 'text', text: value.cooked }
    const next = node.expressions[index]
    return next === undefined ? [text] : [text, expression(next, place)]
  })
  return { is: 'joined', parts }
}

function member(node: acorn.MemberExpression, place: Place): Expression {
  const of = expression(node.object, place)
  if (node.computed) return { is: 'element', of, key: expression(node.property, place) }
  return node.property.type === 'Identifier' ? { is: 'member', of, name: node.property.name } : refused(of)
}

function values(nodes: readonly (acorn.Expression | acorn.SpreadElement)[], place: Place): CallArgument[] {
  return nodes.map((node) =>
    node.type === 'SpreadElement'
      ? { value: expression(node.argument, place), isSpread: true }
      : { value: expression(node, place) },
  )
}

function object(node: acorn.ObjectExpression, place: Place): Expression {
  const items = node.properties.map((property): Item => {
    if (property.type === 'SpreadElement') return { value: expression(property.argument, place), isSpread: true }
    if (property.kind !== 'init') return { value: refused(expression(property.value, place)) }
    const name = property.computed ? undefined : keyName(property.key)
    return {
      key: name === undefined ? expression(property.key, place) : { is: 'text', text: name },
      value: expression(property.value, place),
    }
  })
  return { is: 'container', items }
}

function unary(node: acorn.UnaryExpression, place: Place): Expression {
  const of = expression(node.argument, place)
  if (node.operator === 'typeof') return computed(of)
  if (node.operator !== 'delete') return { is: 'operation', operator: 'not', of: [of] }
  if (of.is !== 'member' && of.is !== 'element') return refused(of)
  return { is: 'assign', to: of, value: PLAIN }
}

function update(node: acorn.Pattern | acorn.Expression, operator: string, value: Expression, place: Place): Expression {
  const of = expression(node as acorn.Expression, place)
  return { is: 'update', to: pattern(node as acorn.Pattern, place), of, operator, value }
}

function assignment(node: acorn.AssignmentExpression, place: Place): Expression {
  const value = expression(node.right, place)
  if (node.operator === '=') return { is: 'assign', to: pattern(node.left, place), value }
  if (/^(?:\?\?|\|\||&&)=$/.test(node.operator)) {
    const before = expression(node.left as acorn.Expression, place)
    return { is: 'assign', to: pattern(node.left, place), value: { is: 'either', of: [before, value] } }
  }
  return update(node.left, node.operator === '+=' ? '+' : '-', value, place)
}

function functionValue(
  node:
    | acorn.FunctionDeclaration
    | acorn.FunctionExpression
    | acorn.ArrowFunctionExpression
    | acorn.AnonymousFunctionDeclaration,
  around: Place,
): Expression {
  const place: Place = { scope: new VariableScope(around.scope), isNested: false, isInFunction: true }
  const parameters = node.params.map((parameter): FunctionParameter => {
    if (parameter.type === 'RestElement') return { to: pattern(parameter.argument, place, 'let'), isRest: true }
    if (parameter.type !== 'AssignmentPattern') return { to: pattern(parameter, place, 'let') }
    return { to: pattern(parameter.left, place, 'let'), default: expression(parameter.right, place) }
  })
  const self: Expression[] = []
  if (node.type === 'FunctionExpression' && node.id != null) {
    // The function's own name is bound inside it.
    bind(node.id.name, { ...place, isNested: true })
  }
  const body: Expression =
    node.body.type === 'BlockStatement'
      ? sequence(node.body.body.map((one) => statement(one, place)))
      : { is: 'return', value: expression(node.body, place) }
  const made: Expression = { is: 'function', parameters, body, isGenerator: false }
  if (node.type === 'FunctionExpression' && node.id != null) {
    self.push({ is: 'assign', to: { is: 'name', name: node.id.name, scope: place.scope }, value: made })
  }
  const value = self[0] ?? made
  return node.generator === true ? refused(value) : value
}

const sequence = (of: readonly Expression[]): Expression => ({ is: 'sequence', of })

/** An unknown node, with all known parts inside it. */
function unknown(node: acorn.Node, place: Place): Expression {
  const inner = Object.values(node)
    .flat()
    .filter((part): part is acorn.AnyNode => typeof part === 'object' && part !== null && 'type' in part)
  return refused(...inner.map((part) => translatePart(part, place)))
}

function translatePart(part: acorn.AnyNode, place: Place): Expression {
  if (/Statement$|Declaration$/.test(part.type)) return statement(part as acorn.Statement, place)
  if (/Expression$|^(?:Identifier|Literal|TemplateLiteral)$/.test(part.type)) {
    return expression(part as acorn.Expression, place)
  }
  return unknown(part, place)
}
