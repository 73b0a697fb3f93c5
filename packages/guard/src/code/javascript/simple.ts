import type { ArrowFunctionExpression, Expression, Node, Pattern, Program } from 'acorn'
import { shippedData } from '@atip/shims'
import { firstRare, rarePart, type RareCode } from '../facts/rare-part.js'

interface SimpleJavaScript {
  functions: ReadonlySet<string>
  methods: ReadonlySet<string>
  given: ReadonlySet<string>
  values: ReadonlySet<string>
  hidden: ReadonlySet<string>
  modules: ReadonlySet<string>
  opens: ReadonlySet<string>
  loads: ReadonlySet<string>
  data: ReadonlySet<string>
}

let lists: SimpleJavaScript | undefined

function simpleJavaScript(): SimpleJavaScript {
  if (lists === undefined) {
    const { simple } = shippedData('code/javascript') as { simple: Record<keyof SimpleJavaScript, string> }
    const entries = Object.entries(simple).map(([key, text]) => [key, new Set(text.trim().split(/\s+/))] as const)
    lists = Object.fromEntries(entries) as unknown as SimpleJavaScript
  }
  return lists
}

/** The first part of a program that does more than read data, select from it, and print that. */
export function beyondSimpleJavaScript(program: Program, source: string): RareCode {
  return new SimpleWalk(source).read(program)
}

/** Every name holds data. Functions are values only where they are defined, so only listed functions can be called. */
class SimpleWalk {
  readonly #lists = simpleJavaScript()
  /** Names of data, and names bound to modules by `require`. */
  readonly #bound = new Set<string>()
  readonly #modules = new Map<string, string>()

  constructor(readonly source: string) {}

  read(program: Program): RareCode {
    return firstRare(program.body, (node) => this.#statement(node))
  }

  #rare(node: Node): string {
    return rarePart(this.source.slice(node.start, node.end))
  }

  #statement(node: Program['body'][number]): RareCode {
    switch (node.type) {
      case 'EmptyStatement':
        return undefined
      case 'ExpressionStatement':
        return this.#value(node.expression)
      case 'BlockStatement':
        return firstRare(node.body, (one) => this.#statement(one))
      case 'IfStatement': {
        const parts = [node.consequent, ...(node.alternate ? [node.alternate] : [])]
        return this.#value(node.test) ?? firstRare(parts, (one) => this.#statement(one))
      }
      case 'ForOfStatement':
      case 'ForInStatement': {
        const { left, right, body } = node
        if (left.type !== 'VariableDeclaration' || (node.type === 'ForOfStatement' && node.await))
          return this.#rare(node)
        return this.#value(right) ?? this.#bind(left.declarations[0]!.id) ?? this.#statement(body)
      }
      case 'VariableDeclaration':
        return firstRare(node.declarations, ({ id, init }) => {
          const module = init && this.#moduleOf(init)
          if (module !== undefined && module !== null && id.type === 'Identifier' && !this.#bound.has(id.name)) {
            this.#modules.set(id.name, module)
            return undefined
          }
          return (init ? this.#value(init) : undefined) ?? this.#bind(id)
        })
      default:
        return this.#rare(node)
    }
  }

  #bind(pattern: Pattern): RareCode {
    switch (pattern.type) {
      case 'Identifier': {
        const isTaken = this.#modules.has(pattern.name) || this.#isListed(pattern.name)
        if (!isTaken) this.#bound.add(pattern.name)
        return isTaken ? rarePart(pattern.name, 'has two meanings') : undefined
      }
      case 'ArrayPattern':
        return firstRare(pattern.elements, (one) => (one === null ? undefined : this.#bind(one)))
      case 'ObjectPattern':
        return firstRare(pattern.properties, (one) => {
          if (one.type !== 'Property' || one.computed || this.#isHidden(one.key)) return this.#rare(one)
          return this.#bind(one.value)
        })
      default:
        return this.#rare(pattern)
    }
  }

  /** Whether the name is the first part of a listed name. */
  #isListed(name: string): boolean {
    const { functions, values, opens, loads } = this.#lists
    return [...functions, ...values, ...opens, ...loads].some((one) => one.split('.', 1)[0] === name)
  }

  #isHidden(key: Node): boolean {
    const { name, value } = key as { name?: string; value?: unknown }
    return this.#lists.hidden.has(name ?? String(value)) || (name ?? String(value)).startsWith('_')
  }

  #value(node: Node): RareCode {
    const expression = node as Expression
    switch (expression.type) {
      case 'Literal':
        return undefined
      case 'Identifier':
        return this.#bound.has(expression.name) || expression.name === 'undefined' ? undefined : this.#rare(node)
      case 'TemplateLiteral':
        return firstRare(expression.expressions, (one) => this.#value(one))
      case 'ChainExpression':
        return this.#value(expression.expression)
      case 'ArrayExpression':
        return firstRare(expression.elements, (one) => {
          if (one === null) return undefined
          return this.#value(one.type === 'SpreadElement' ? one.argument : one)
        })
      case 'ObjectExpression':
        return firstRare(expression.properties, (one) => {
          if (one.type !== 'Property' || one.computed || one.method || this.#isHidden(one.key)) return this.#rare(one)
          return one.kind === 'init' ? this.#value(one.value) : this.#rare(one)
        })
      case 'ConditionalExpression':
        return firstRare([expression.test, expression.consequent, expression.alternate], (one) => this.#value(one))
      case 'LogicalExpression':
      case 'BinaryExpression':
        return firstRare([expression.left, expression.right], (one) => this.#value(one))
      case 'UnaryExpression':
        return expression.operator === 'delete' ? this.#rare(node) : this.#value(expression.argument)
      case 'MemberExpression': {
        if (this.#lists.values.has(this.#nameOf(expression) ?? '')) return undefined
        const { computed, property, object } = expression
        const isPlain = computed ? property.type === 'Literal' : property.type === 'Identifier'
        return isPlain && !this.#isHidden(property) ? this.#value(object) : this.#rare(node)
      }
      case 'CallExpression':
        return this.#call(expression)
      default:
        return this.#rare(node)
    }
  }

  #call(node: Extract<Expression, { type: 'CallExpression' }>): RareCode {
    const { callee, arguments: all } = node
    const { functions, opens, loads, methods, given, data } = this.#lists
    const name = this.#nameOf(callee)
    const first = all[0]?.type === 'Literal' ? all[0].value : undefined
    if (name !== undefined && loads.has(name)) {
      const isData = typeof first === 'string' && [...data].some((ending) => first.endsWith(ending))
      return isData && all.length === 1 ? undefined : this.#rare(node)
    }
    if (name !== undefined && opens.has(name)) {
      const isPlain = all.every((one) => one.type === 'Literal') && (typeof first === 'string' || first === 0)
      return isPlain ? undefined : this.#rare(node)
    }
    // Functions are not values here, so no argument can be a callback.
    if (name !== undefined && functions.has(name)) return firstRare(all, (one) => this.#value(one))
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
      return this.#rare(node)
    const method = callee.property.name
    const rare = this.#value(callee.object)
    if (rare !== undefined) return rare
    if (given.has(method) && all[0]?.type === 'ArrowFunctionExpression') return this.#given(all)
    return methods.has(method) ? firstRare(all, (one) => this.#value(one)) : this.#rare(node)
  }

  /** An inline function, and possibly an initial value. */
  #given([given, ...rest]: readonly Node[]): RareCode {
    const arrow = given as ArrowFunctionExpression
    if (arrow.async || arrow.body.type === 'BlockStatement') return this.#rare(arrow)
    return (
      firstRare(arrow.params, (one) => this.#bind(one)) ??
      this.#value(arrow.body) ??
      firstRare(rest, (one) => this.#value(one))
    )
  }

  /** `a.b.c`, if the first part is a global or an imported module. */
  #nameOf(node: Node): string | undefined {
    const expression = node as Expression
    const module = this.#moduleOf(node)
    if (module !== undefined) return module
    if (expression.type === 'Identifier')
      return this.#bound.has(expression.name) ? undefined : (this.#modules.get(expression.name) ?? expression.name)
    if (expression.type !== 'MemberExpression' || expression.computed || expression.property.type !== 'Identifier')
      return undefined
    const object = this.#nameOf(expression.object)
    return object === undefined ? undefined : `${object}.${expression.property.name}`
  }

  /** `require('fs')`. */
  #moduleOf(node: Node): string | undefined {
    const call = node as Expression
    if (call.type !== 'CallExpression' || call.callee.type !== 'Identifier' || !this.#lists.loads.has(call.callee.name))
      return undefined
    const [first] = call.arguments
    const name = first?.type === 'Literal' && typeof first.value === 'string' ? first.value.replace(/^node:/, '') : ''
    return this.#lists.modules.has(name) ? name : undefined
  }
}
