import { shippedData } from '@atip/shims'
import { firstRare, rarePart, type RareCode } from '../facts/rare-part.js'
import { childrenOf, split, type SyntaxNode } from './tree.js'

interface SimplePython {
  nodes: ReadonlySet<string>
  modules: ReadonlySet<string>
  functions: ReadonlySet<string>
  methods: ReadonlySet<string>
  values: ReadonlySet<string>
  keywords: ReadonlySet<string>
  opens: ReadonlySet<string>
  modes: ReadonlySet<string>
}

let lists: SimplePython | undefined

function simplePython(): SimplePython {
  if (lists === undefined) {
    const { simple } = shippedData('code/python') as { simple: Record<keyof SimplePython, string> }
    const entries = Object.entries(simple).map(([key, text]) => [key, new Set(text.trim().split(/\s+/))] as const)
    lists = Object.fromEntries(entries) as unknown as SimplePython
  }
  return lists
}

/** The first part of a program that does more than read data, select from it, and print that. */
export function beyondSimplePython(script: SyntaxNode, source: string): RareCode {
  return new SimpleWalk(script, source).read()
}

/** Tokens between the parts of a statement or an expression. */
const BETWEEN = /^(?:\W+|if|elif|else|for|in|not|and|or|is|with|as|pass|import)$/
const COMPREHENSION = /ComprehensionExpression$/

/** Every name holds data. Functions, modules and classes are never values, so only listed functions can be called. */
class SimpleWalk {
  readonly #lists = simplePython()
  readonly #bound = new Set<string>()

  constructor(
    readonly script: SyntaxNode,
    readonly source: string,
  ) {}

  read(): RareCode {
    this.#bindAll(this.script)
    const { functions, modules, opens } = this.#lists
    const taken = [...this.#bound].find((name) => functions.has(name) || modules.has(name) || opens.has(name))
    return taken === undefined ? this.#node(this.script) : rarePart(taken, 'has two meanings')
  }

  #text(node: SyntaxNode): string {
    return this.source.slice(node.from, node.to)
  }

  /** Collects names that are assigned, or bound by loops, comprehensions and `with`. */
  #bindAll(node: SyntaxNode): void {
    for (const group of targetsIn(node)) {
      for (const target of group) this.#bind(target)
    }
    for (const child of childrenOf(node)) this.#bindAll(child)
  }

  #bind(target: SyntaxNode): void {
    if (target.name === 'VariableName') this.#bound.add(this.#text(target))
    else if (/^(?:Tuple|Parenthesized|Array)Expression$/.test(target.name))
      childrenOf(target).forEach((one) => this.#bind(one))
  }

  #node(node: SyntaxNode): RareCode {
    if (BETWEEN.test(node.name) && !node.type.isError) return undefined
    const children = childrenOf(node)
    if (node.type.isError || !this.#lists.nodes.has(node.name)) return rarePart(this.#text(node))
    switch (node.name) {
      case 'ImportStatement':
        return this.#import(node, children)
      case 'VariableName':
        return this.#bound.has(this.#text(node)) ? undefined : rarePart(this.#text(node))
      case 'String':
        return /^[rb]{0,2}["']/i.test(this.#text(node)) ? undefined : rarePart(this.#text(node))
      case 'MemberExpression':
        return this.#member(node, children)
      case 'CallExpression':
        return this.#call(node, children)
      case 'BinaryExpression':
        return firstRare(
          children.filter(({ name }) => name !== 'ArithOp'),
          (child) => this.#node(child),
        )
      default:
        return children.some(({ name }) => name === '*' || name === '**')
          ? rarePart(this.#text(node))
          : firstRare(children, (child) => this.#node(child))
    }
  }

  /** `import json, sys`, without aliases. */
  #import(node: SyntaxNode, [first, ...rest]: readonly SyntaxNode[]): RareCode {
    const names = split(rest, ({ name }) => name === ',').map((item) => item.map((one) => this.#text(one)).join(' '))
    const isKnown = first?.name === 'import' && names.every((name) => this.#lists.modules.has(name))
    return isKnown ? undefined : rarePart(this.#text(node))
  }

  /** `sys.version` or `data['name']`; other attributes belong to functions and modules. */
  #member(node: SyntaxNode, children: readonly SyntaxNode[]): RareCode {
    if (this.#lists.values.has(this.#text(node))) return undefined
    const [object, bracket, ...inside] = children
    if (object === undefined || bracket?.name !== '[') return rarePart(this.#text(node))
    return firstRare([object, ...inside], (child) => this.#node(child))
  }

  #call(node: SyntaxNode, children: readonly SyntaxNode[]): RareCode {
    const [callee, list] = children
    if (callee === undefined || list?.name !== 'ArgList') return rarePart(this.#text(node))
    const name = this.#text(callee)
    const { functions, opens, methods } = this.#lists
    const parts = split(childrenOf(list).slice(1, -1), ({ name }) => name === ',').filter((one) => one.length > 0)
    if (opens.has(name)) return this.#isReading(parts) ? undefined : rarePart(this.#text(node))
    if (!functions.has(name)) {
      const [object, dot, property, ...more] = callee.name === 'MemberExpression' ? childrenOf(callee) : []
      const isMethod = dot?.name === '.' && more.length === 0 && methods.has(property ? this.#text(property) : '')
      const rare = isMethod ? this.#node(object!) : rarePart(this.#text(callee))
      if (rare !== undefined) return rare
    }
    return firstRare(parts, (part) => this.#argument(part))
  }

  /** A value, `indent=2`, or a generator expression. */
  #argument(part: readonly SyntaxNode[]): RareCode {
    const [first, sign, value, ...more] = part
    if (sign?.name !== 'AssignOp') return firstRare(part, (node) => (node.name === '*' ? '`*`' : this.#node(node)))
    const isListed = this.#lists.keywords.has(this.#text(first!)) && value !== undefined && more.length === 0
    return isListed ? this.#node(value) : rarePart(part.map((node) => this.#text(node)).join(''))
  }

  /** Whether `open` gets a literal path and a mode that does not write. */
  #isReading([path, ...others]: readonly (readonly SyntaxNode[])[]): boolean {
    const isText = (part: readonly SyntaxNode[] | undefined) =>
      part?.length === 1 && part[0]!.name === 'String' && !this.#text(part[0]!).includes('\\')
    return (
      isText(path) &&
      others.every((part, index) => {
        const [name, sign, value] = part
        if (sign?.name === 'AssignOp') return this.#lists.keywords.has(this.#text(name!)) && value?.name === 'String'
        return index === 0 && isText(part) && this.#lists.modes.has(this.#text(part[0]!).slice(1, -1))
      })
    )
  }
}

/** The targets of the assignments in a statement or a comprehension. */
function targetsIn(node: SyntaxNode): SyntaxNode[][] {
  const children = childrenOf(node)
  const between = (start: number, isEnd: (node: SyntaxNode) => boolean) => {
    const end = children.findIndex((child, index) => index >= start && isEnd(child))
    return children.slice(start, end === -1 ? undefined : end)
  }
  if (node.name === 'AssignStatement') return split(children, ({ name }) => name === 'AssignOp').slice(0, -1)
  if (node.name === 'ForStatement' || COMPREHENSION.test(node.name) || node.name === 'ArgList') {
    return children.flatMap(({ name }, index) =>
      name === 'for' ? [between(index + 1, (one) => one.name === 'in')] : [],
    )
  }
  if (node.name === 'WithStatement')
    return children.flatMap(({ name }, index) => (name === 'as' ? [children.slice(index + 1, index + 2)] : []))
  return []
}
