import type * as acorn from 'acorn'
import { shippedData } from '@atip/shims'
import { listed } from '../../places/tables.js'
import { hasOrdinaryEnding, leadsOut } from '../facts/found-paths.js'
import { firstRare, rarePart, type RareCode } from '../facts/rare-part.js'

const LISTS = [
  'nodes',
  'calls',
  'makes',
  'values',
  'environment',
  'modules',
  'globals',
  'opens',
  'joins',
  'here',
  'lists',
  'functions',
  'data',
  'events',
  'methods',
  'given',
  'sorts',
  'keeps',
  'selects',
  'folds',
  'parses',
  'settled',
  'writes',
  'options',
  'hidden',
] as const

/** The closed list of what everyday JavaScript consists of. */
type EverydayNames = Readonly<Record<(typeof LISTS)[number], ReadonlySet<string>>>

let everyday: EverydayNames | undefined

function everydayNames(): EverydayNames {
  const data = shippedData('code/javascript') as { everyday: Record<(typeof LISTS)[number], string> }
  return (everyday ??= Object.fromEntries(
    LISTS.map((list) => [list, listed(data.everyday[list])]),
  ) as unknown as EverydayNames)
}

/** The first part of a program that everyday JavaScript does not have. */
export function rareInJavaScript(program: acorn.Program, source: string): RareCode {
  return new EverydayWalk(program, source).read()
}

type Node = acorn.AnyNode

/** How a name gets its value: all of a value, each element of a list, or in another way. */
type Binding = { is: 'value' | 'element'; node: Node } | { is: 'other' }

/**
 * Walks through everyday JavaScript. Every name holds data, and never a function, so that it does not matter where a value comes
 * from, except for the names of files.
 */
class EverydayWalk {
  readonly #names = everydayNames()
  readonly #imported = new Map<string, string>()
  readonly #bound = new Map<string, Binding[]>()
  readonly #areFiles = new Map<string, boolean>()
  #clash: string | undefined

  constructor(
    readonly program: acorn.Program,
    readonly source: string,
  ) {
    this.#bindIn(program)
  }

  read(): RareCode {
    for (const name of [...this.#bound.keys(), ...this.#imported.keys()]) {
      const isOwnModule = this.#imported.get(name) === name
      if (!/^[A-Za-z$_]\w*$/.test(name) || name.startsWith('__')) this.#clash ??= name
      if (this.#bound.has(name) && this.#imported.has(name)) this.#clash ??= name
      if (this.#names.globals.has(name) && !isOwnModule) this.#clash ??= name
    }
    return this.#clash === undefined ? this.#node(this.program) : rarePart(this.#clash, 'has two meanings')
  }

  #rare(node: Node, why?: string): string {
    return rarePart(this.source.slice(node.start, node.end), why)
  }

  #bind(pattern: Node, binding: Binding): void {
    if (pattern.type === 'Identifier') {
      const all = this.#bound.get(pattern.name)
      if (all === undefined) this.#bound.set(pattern.name, [binding])
      else all.push(binding)
    } else if (pattern.type === 'ArrayPattern') {
      for (const one of pattern.elements) if (one !== null) this.#bind(one, { is: 'other' })
    } else if (pattern.type === 'ObjectPattern') {
      for (const one of pattern.properties)
        this.#bind(one.type === 'Property' ? one.value : one.argument, { is: 'other' })
    }
  }

  /** Names the module, or the members of one, that a declaration takes from it. */
  #import(name: string, full: string): void {
    if (this.#imported.has(name) && this.#imported.get(name) !== full) this.#clash ??= name
    this.#imported.set(name, full)
  }

  #bindIn(node: Node): void {
    if (node.type === 'VariableDeclarator') {
      const module = node.init == null ? undefined : this.#moduleOf(node.init)
      if (module === undefined)
        this.#bind(node.id, node.init == null ? { is: 'other' } : { is: 'value', node: node.init })
      else if (node.id.type === 'Identifier') this.#import(node.id.name, module)
      else if (node.id.type === 'ObjectPattern') this.#importMembers(node.id, module)
    }
    if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') {
      const [declared] = node.left.type === 'VariableDeclaration' ? node.left.declarations : []
      const binding: Binding = node.type === 'ForOfStatement' ? { is: 'element', node: node.right } : { is: 'other' }
      if (declared !== undefined) this.#bind(declared.id, binding)
    }
    if (node.type === 'ImportDeclaration') this.#importDeclared(node)
    if (node.type === 'CallExpression') this.#bindParameters(node)
    if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier') this.#bind(node.left, { is: 'other' })
    if (node.type === 'ArrowFunctionExpression') for (const one of node.params) this.#bindUnbound(one)
    for (const child of childrenOf(node)) this.#bindIn(child)
  }

  /** The first argument of what is called for each element of a list is that element. */
  #bindParameters({ callee, arguments: given }: acorn.CallExpression): void {
    const [called] = given
    if (called?.type !== 'ArrowFunctionExpression' || callee.type !== 'MemberExpression') return
    const method = memberName(callee)
    const [first] = called.params
    if (method === undefined || first?.type !== 'Identifier' || callee.object.type === 'Super') return
    const [, start] = given
    const isFolded = this.#names.folds.has(method)
    if (!this.#names.given.has(method) || method === 'on' || (isFolded && start === undefined)) return
    this.#elements.add(first)
    this.#bind(first, isFolded ? { is: 'value', node: start! } : { is: 'element', node: callee.object })
  }

  readonly #elements = new Set<Node>()

  #bindUnbound(parameter: Node): void {
    if (!this.#elements.has(parameter)) this.#bind(parameter, { is: 'other' })
  }

  #importDeclared({ source, specifiers }: acorn.ImportDeclaration): void {
    const module = this.#listedModule(source.value)
    if (module === undefined) return
    for (const one of specifiers) {
      if (one.type !== 'ImportSpecifier') this.#import(one.local.name, module)
      else if (one.imported.type === 'Identifier') this.#import(one.local.name, `${module}.${one.imported.name}`)
    }
  }

  #importMembers(pattern: acorn.ObjectPattern, module: string): void {
    for (const one of pattern.properties) {
      const isPlain = one.type === 'Property' && !one.computed && one.key.type === 'Identifier'
      if (isPlain && one.value.type === 'Identifier')
        this.#import(one.value.name, `${module}.${(one.key as acorn.Identifier).name}`)
    }
  }

  #listedModule(name: unknown): string | undefined {
    const module = typeof name === 'string' ? name.replace(/^node:/, '') : ''
    return this.#names.modules.has(module) ? module : undefined
  }

  /** The module in `require('fs')`. */
  #moduleOf(node: Node): string | undefined {
    const name = this.#required(node)
    return this.#listedModule(name)
  }

  #required(node: Node): string | undefined {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
      return undefined
    const [given] = node.arguments
    return node.arguments.length === 1 ? textOf(given) : undefined
  }

  #all(nodes: readonly (Node | null | undefined)[]): RareCode {
    return firstRare(nodes, (node) => (node == null ? undefined : this.#node(node)))
  }

  /** A statement, or a value. */
  #node(node: Node): RareCode {
    if (!this.#names.nodes.has(node.type)) return this.#rare(node)
    switch (node.type) {
      case 'Identifier':
        return this.#name(node)
      case 'Literal':
        return /__proto__|constructor|prototype/.test(String(node.value)) ? this.#rare(node) : undefined
      case 'VariableDeclaration':
        return node.kind === 'var' || node.kind === 'const' || node.kind === 'let'
          ? firstRare(node.declarations, (one) => this.#declarator(one))
          : this.#rare(node)
      case 'ImportDeclaration':
        return this.#importStatement(node)
      case 'ForOfStatement':
      case 'ForInStatement':
        return this.#loop(node)
      case 'ArrowFunctionExpression':
        return this.#rare(node, 'makes a function')
      case 'MemberExpression':
        return this.#member(node)
      case 'NewExpression':
        return this.#names.makes.has(this.#fullName(node.callee) ?? '') ? this.#all(node.arguments) : this.#rare(node)
      case 'CallExpression':
        return this.#call(node)
      case 'ObjectExpression':
        return firstRare(node.properties, (one) => this.#property(one))
      case 'UnaryExpression':
        return /^(?:[-+!~]|typeof)$/.test(node.operator) ? this.#node(node.argument) : this.#rare(node)
      case 'BinaryExpression':
        return node.operator === 'instanceof' ? this.#rare(node) : this.#all([node.left, node.right])
      case 'AssignmentExpression':
        return this.#target(node.left) ?? this.#node(node.right)
      case 'UpdateExpression':
        return this.#target(node.argument)
      default:
        return this.#all(childrenOf(node))
    }
  }

  #declarator(node: acorn.VariableDeclarator): RareCode {
    const module = node.init == null ? undefined : this.#moduleOf(node.init)
    if (module === undefined) return this.#pattern(node.id) ?? this.#all([node.init])
    if (node.id.type === 'Identifier') return undefined
    return this.#pattern(node.id) ?? (this.#takesListed(node.id, module) ? undefined : this.#rare(node))
  }

  #takesListed(pattern: Node, module: string): boolean {
    if (pattern.type !== 'ObjectPattern') return false
    return pattern.properties.every(
      (one) => one.type === 'Property' && one.key.type === 'Identifier' && this.#isMember(`${module}.${one.key.name}`),
    )
  }

  #isMember(full: string): boolean {
    return this.#names.calls.has(full) || this.#names.values.has(full)
  }

  /** `a`, `[a, b]`, `{ a, b: c }` */
  #pattern(node: Node): RareCode {
    if (node.type === 'Identifier') return undefined
    if (node.type === 'ArrayPattern')
      return firstRare(node.elements, (one) => (one === null ? undefined : this.#pattern(one)))
    if (node.type !== 'ObjectPattern') return this.#rare(node)
    return firstRare(node.properties, (one) => {
      const isPlain = one.type === 'Property' && !one.computed && this.#isOpenName(keyOf(one))
      return isPlain && one.value.type === 'Identifier' ? undefined : this.#rare(one)
    })
  }

  #importStatement(node: acorn.ImportDeclaration): RareCode {
    const module = this.#listedModule(node.source.value)
    if (module === undefined || node.attributes.length > 0) return this.#rare(node)
    const isListed = node.specifiers.every(
      (one) =>
        one.type !== 'ImportSpecifier' ||
        (one.imported.type === 'Identifier' && this.#isMember(`${module}.${one.imported.name}`)),
    )
    return isListed ? undefined : this.#rare(node)
  }

  #loop(node: acorn.ForOfStatement | acorn.ForInStatement): RareCode {
    if (node.left.type !== 'VariableDeclaration' || (node.type === 'ForOfStatement' && node.await))
      return this.#rare(node)
    return firstRare(node.left.declarations, ({ id }) => this.#pattern(id)) ?? this.#all([node.right, node.body])
  }

  #property(node: Node): RareCode {
    if (node.type === 'SpreadElement') return this.#node(node.argument)
    if (node.type !== 'Property' || node.kind !== 'init' || node.method || node.computed) return this.#rare(node)
    return this.#isOpenName(keyOf(node)) ? this.#node(node.value) : this.#rare(node)
  }

  /** A name of data. Some are called by the language, or lead to functions. */
  #isOpenName(name: string | undefined): boolean {
    return name !== undefined && !name.startsWith('__') && !this.#names.hidden.has(name)
  }

  #name(node: acorn.Identifier): RareCode {
    if (this.#bound.has(node.name)) return undefined
    const isValue = this.#names.values.has(this.#fullName(node) ?? '')
    return isValue ? undefined : this.#rare(node, 'is a value here')
  }

  /** `path.join` for what is called so here; undefined for what is data. */
  #fullName(node: Node): string | undefined {
    if (node.type === 'Identifier')
      return this.#bound.has(node.name) ? undefined : (this.#imported.get(node.name) ?? node.name)
    if (node.type === 'CallExpression') return this.#moduleOf(node)
    if (node.type !== 'MemberExpression') return undefined
    const member = memberName(node)
    const before = this.#fullName(node.object)
    return before === undefined || member === undefined ? undefined : `${before}.${member}`
  }

  #member(node: acorn.MemberExpression): RareCode {
    const { object, property, computed } = node
    if (object.type === 'Super') return this.#rare(node)
    const name = memberName(node)
    const before = this.#fullName(object)
    if (before !== undefined) {
      if (this.#names.environment.has(before)) return name === undefined ? this.#rare(node) : undefined
      if (this.#names.values.has(`${before}.${name}`)) return undefined
    }
    const isKnown = name === undefined ? computed : this.#isOpenName(name)
    if (!isKnown) return this.#rare(node)
    return this.#node(object) ?? (name === undefined ? this.#key(property) : undefined)
  }

  /** A key that is worked out: a number, or what is found in data. A text that is put together may be any name. */
  #key(node: Node): RareCode {
    if (node.type === 'BinaryExpression') {
      const isNumber = [node.left, node.right].some((one) => one.type === 'Literal' && typeof one.value === 'number')
      return isNumber ? this.#all([node.left, node.right]) : this.#rare(node)
    }
    if (node.type === 'Identifier') {
      const isPut = (this.#bound.get(node.name) ?? []).some((one) => one.is === 'value' && one.node.type !== 'Literal')
      return isPut ? this.#rare(node) : this.#node(node)
    }
    return node.type === 'MemberExpression' || node.type === 'UpdateExpression' ? this.#node(node) : this.#rare(node)
  }

  #call(node: acorn.CallExpression): RareCode {
    const { callee, arguments: given } = node
    const full = callee.type === 'Super' ? undefined : this.#fullName(callee)
    if (full === 'require') return this.#isDataFile(node) ? undefined : this.#rare(node)
    if (full !== undefined && this.#names.calls.has(full)) {
      const [first] = given
      if (this.#names.opens.has(full) && !(first !== undefined && this.#isFile(first)))
        return this.#rare(node, 'opens a file whose name is put together')
      return this.#settings(full, given) ?? this.#arguments(full, given)
    }
    if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return this.#rare(callee, 'is called')
    const method = memberName(callee) ?? ''
    if (callee.computed || !(this.#names.methods.has(method) || this.#names.given.has(method)))
      return this.#rare(callee, 'is called')
    return this.#node(callee.object) ?? this.#arguments(`.${method}`, given)
  }

  /** Arguments that say how something is done, and are written there. */
  #settings(full: string, given: readonly Node[]): RareCode {
    const from = this.#settingsFrom(full)
    if (from === undefined) return undefined
    return firstRare(given.slice(from), (one) => (this.#isWritten(one) ? undefined : this.#rare(one)))
  }

  #settingsFrom(full: string): number | undefined {
    const { settled, parses, writes } = this.#names
    if (settled.has(full) || parses.has(full)) return 1
    return writes.has(full) ? 2 : undefined
  }

  #isWritten(node: Node): boolean {
    if (node.type === 'ArrowFunctionExpression') return true
    if (node.type === 'ArrayExpression') return node.elements.every((one) => one?.type === 'Literal')
    if (node.type !== 'ObjectExpression') return node.type === 'Literal'
    return node.properties.every(
      (one) => one.type === 'Property' && one.value.type === 'Literal' && this.#names.options.has(keyOf(one) ?? ''),
    )
  }

  /** `require('./a.json')` */
  #isDataFile(node: acorn.CallExpression): boolean {
    const name = this.#required(node)
    return name !== undefined && [...this.#names.data].some((ending) => name.endsWith(ending))
  }

  #arguments(full: string, given: readonly Node[]): RareCode {
    const method = full.slice(full.lastIndexOf('.') + 1)
    const takesFunction = this.#names.given.has(method) && (full.startsWith('.') || method === 'on')
    const at = method === 'on' ? 1 : 0
    if (method === 'on' && !this.#names.events.has(textOf(given[0]) ?? ''))
      return given[0] === undefined ? full : this.#rare(given[0])
    if (takesFunction && given.length <= at && !this.#names.sorts.has(method)) return full
    return firstRare([...given.entries()], ([place, one]) => {
      if (takesFunction && place === at) return this.#function(one, this.#names.folds.has(method) ? 3 : 2)
      // The text of a replacement may be worked out, as everything else.
      if (place > 0 && one.type === 'ArrowFunctionExpression' && /^replace|^from$/.test(method))
        return this.#function(one)
      if (this.#names.opens.has(full) && place === 0) return undefined
      return one.type === 'SpreadElement' ? this.#node(one.argument) : this.#node(one)
    })
  }

  /** An arrow function, or a function of the language that only computes. */
  #function(node: Node, most = 2): RareCode {
    if (node.type === 'Identifier')
      return this.#names.functions.has(this.#fullName(node) ?? '') ? undefined : this.#rare(node)
    if (node.type !== 'ArrowFunctionExpression' || node.async) return this.#rare(node)
    // Further ones are the list itself, which could be changed.
    if (node.params.length > most) return this.#rare(node)
    return firstRare(node.params, (one) => this.#pattern(one)) ?? this.#node(node.body)
  }

  /** `a`, `a.b.c`, `a[b]` of a name of its own. */
  #target(node: Node): RareCode {
    if (node.type === 'Identifier') return this.#bound.has(node.name) ? undefined : this.#rare(node)
    if (node.type !== 'MemberExpression') return this.#rare(node)
    let of: Node = node.object
    // Under a name that is worked out, there may be what all objects have in common.
    while (of.type === 'MemberExpression' && memberName(of) !== undefined) of = of.object
    const isOwn = of.type === 'Identifier' && this.#isFresh(of.name)
    return isOwn ? this.#member(node) : this.#rare(node)
  }

  /** Whether a name is always that of an object that is written here, or was read as data. */
  #isFresh(name: string): boolean {
    const all = this.#bound.get(name) ?? []
    return all.length > 0 && all.every((binding) => binding.is === 'value' && this.#isMade(binding.node))
  }

  #isMade(node: Node): boolean {
    if (node.type === 'ObjectExpression' || node.type === 'ArrayExpression') return true
    return (
      node.type === 'CallExpression' &&
      (this.#isDataFile(node) || this.#names.parses.has(this.#fullName(node.callee as Node) ?? ''))
    )
  }

  /** A path that is written in the code, or found by an ordinary ending. */
  #isFile(node: Node): boolean {
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' || node.value === 0
      case 'TemplateLiteral':
        return node.expressions.every((one) => one.type !== 'Literal' && this.#isFile(one))
      case 'BinaryExpression':
        // Two texts are put together only to hide what they come to.
        if ([node.left, node.right].every((one) => one.type === 'Literal')) return false
        return (
          node.operator === '+' &&
          node.left.type !== 'PrivateIdentifier' &&
          [node.left, node.right].every((one) => this.#isFile(one))
        )
      case 'CallExpression': {
        const full = this.#fullName(node.callee as Node) ?? ''
        if (this.#names.here.has(full)) return node.arguments.length === 0
        return this.#names.joins.has(full) && node.arguments.every((one) => this.#isFile(one))
      }
      case 'Identifier':
        return this.#isFileName(node.name)
      default:
        return false
    }
  }

  #isFileName(name: string): boolean {
    const known = this.#areFiles.get(name)
    if (known !== undefined) return known
    // While it is worked out, and where it is bound to itself.
    this.#areFiles.set(name, false)
    const all = this.#bound.get(name) ?? []
    const isFile = all.every((binding) => {
      if (binding.is === 'other') return false
      return binding.is === 'value' ? this.#isFile(binding.node) : this.#hasFiles(binding.node)
    })
    this.#areFiles.set(name, isFile && all.length > 0)
    return isFile && all.length > 0
  }

  /** A list of paths that is written here, or files of a folder that are selected by an ordinary ending. */
  #hasFiles(list: Node): boolean {
    if (list.type === 'ArrayExpression') return list.elements.every((one) => one !== null && this.#isFile(one))
    if (list.type !== 'CallExpression' || list.callee.type !== 'MemberExpression') return false
    const { callee } = list
    const method = memberName(callee) ?? ''
    if (callee.object.type === 'Super') return false
    if (this.#names.keeps.has(method)) return this.#hasFiles(callee.object)
    if (!this.#names.selects.has(method)) return false
    const [test] = list.arguments
    if (this.#hasFiles(callee.object)) return true
    return this.#isListing(callee.object) && test?.type === 'ArrowFunctionExpression' && selectsByEnding(test)
  }

  #isListing(node: Node): boolean {
    const isCall = node.type === 'CallExpression' && node.callee.type !== 'Super' && node.arguments.length === 1
    if (!isCall || !this.#names.lists.has(this.#fullName(node.callee as Node) ?? '')) return false
    const folder = textOf(node.arguments[0])
    return folder !== undefined && !leadsOut(folder)
  }
}

/** `f => f.endsWith('.ts')`, or that and more. */
function selectsByEnding({ params: [parameter], body }: acorn.ArrowFunctionExpression): boolean {
  const isEnding = (node: Node): boolean => {
    if (node.type === 'LogicalExpression') return node.operator === '&&' && [node.left, node.right].some(isEnding)
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
    const { object } = node.callee
    const isOf = parameter?.type === 'Identifier' && object.type === 'Identifier' && object.name === parameter.name
    const [given] = node.arguments
    return isOf && memberName(node.callee) === 'endsWith' && given !== undefined && hasOrdinaryEnding(textOf(given))
  }
  return isEnding(body)
}

function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined
  return node.quasis[0]?.value.cooked ?? undefined
}

function memberName({ property, computed }: acorn.MemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined
  return property.type === 'Literal' ? String(property.value) : undefined
}

function keyOf({ key }: acorn.Property | acorn.AssignmentProperty): string | undefined {
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' ? String(key.value) : undefined
}

function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
  return Object.values(node).flat().filter(isNode)
}
