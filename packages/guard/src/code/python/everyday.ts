import { firstRare, rarePart, type RareCode } from '../facts/rare-part.js'
import { bindingsIn, type Bindings } from './bindings.js'
import { everydayPython, type EverydayPython } from './everyday-names.js'
import { bothOf, EverydayPaths, type Filtered } from './everyday-paths.js'
import { childrenOf, split, type SyntaxNode } from './tree.js'

/** The first part of a program that everyday Python does not have. */
export function rareInPython(script: SyntaxNode, source: string): RareCode {
  return new EverydayWalk(script, source).read()
}

/** Between the parts of a statement or an expression. */
const MARKS =
  /^(?:\W+|if|elif|else|for|in|not|and|or|is|with|as|try|except|pass|break|continue|assert|raise|lambda|import|from)$/
const COMPREHENSION = /ComprehensionExpression$/

/**
 * Walks through everyday Python. Every name holds data, and never a function or a module, so that it does not matter where a value
 * comes from, except for the names of files.
 */
class EverydayWalk {
  readonly #names: EverydayPython = everydayPython()
  readonly #bindings: Bindings
  readonly #paths: EverydayPaths

  constructor(
    readonly script: SyntaxNode,
    readonly source: string,
  ) {
    this.#bindings = bindingsIn(script, (node) => this.#text(node))
    this.#paths = new EverydayPaths(
      this.#names,
      this.#bindings,
      (node) => this.#text(node),
      (node) => this.#fullName(node),
    )
  }

  read(): RareCode {
    const { clash, imported, bound } = this.#bindings
    if (clash !== undefined) return rarePart(this.#text(clash), 'has two meanings')
    const renamed = [...imported].find(([name, full]) => this.#isMisleading(name, full))
    if (renamed !== undefined) return rarePart(renamed[0], 'has two meanings')
    const odd = [...imported.keys(), ...bound.keys()].find((name) => !/^(?:[A-Za-z]\w*|_)$/.test(name))
    return odd === undefined ? this.#node(this.script, new Set()) : rarePart(odd)
  }

  /** It is called like something else: `import os as json`. */
  #isMisleading(name: string, full: string): boolean {
    if (full === name || full.endsWith(`.${name}`)) return this.#names.builtins.has(name)
    return this.#names.builtins.has(name) || this.#names.modules.has(name)
  }

  #text(node: SyntaxNode): string {
    return this.source.slice(node.from, node.to)
  }

  #rare(node: SyntaxNode, why?: string): string {
    return rarePart(this.#text(node), why)
  }

  #all(nodes: readonly SyntaxNode[], filtered: Filtered): RareCode {
    return firstRare(nodes, (node) => this.#node(node, filtered))
  }

  /** A statement, or a value. */
  #node(node: SyntaxNode, filtered: Filtered): RareCode {
    if (node.type.isError) return this.#rare(node)
    if (MARKS.test(node.name)) return undefined
    if (!this.#names.nodes.has(node.name)) return this.#rare(node)
    const children = childrenOf(node)
    if (COMPREHENSION.test(node.name)) return this.#comprehension(children, filtered)
    switch (node.name) {
      case 'ImportStatement':
        return this.#imports(node, children)
      case 'IfStatement':
        return this.#conditional(children, filtered)
      case 'ForStatement':
        return this.#loop(node, children, filtered)
      case 'WithStatement':
        return this.#with(node, children, filtered)
      case 'TryStatement':
        return this.#try(children, filtered)
      case 'AssignStatement':
      case 'UpdateStatement':
        return this.#assignment(node, children, filtered)
      case 'VariableName':
        return this.#name(node)
      case 'String':
        return /^(?:[rb]|rb|br)?["']/i.test(this.#text(node)) ? undefined : this.#rare(node)
      case 'ArithOp':
        return undefined
      case 'LambdaExpression':
        return this.#rare(node, 'makes a function')
      case 'MemberExpression':
        return this.#member(node, children, filtered)
      case 'CallExpression':
        return this.#call(node, children, filtered)
      default:
        return children.some(({ name }) => name === '*' || name === '**')
          ? this.#rare(node)
          : this.#all(children, filtered)
    }
  }

  #imports(node: SyntaxNode, children: readonly SyntaxNode[]): RareCode {
    const isFrom = children[0]!.name === 'from'
    const names = isFrom ? [...this.#importedBy(children)] : this.#modulesBy(children)
    const isKnown = (name: string) =>
      this.#names.modules.has(name) || (isFrom && this.#isMember(name) && !this.#names.guarded.has(name))
    return names.length > 0 && names.every(isKnown) ? undefined : this.#rare(node)
  }

  /** Modules in `import a.b as c, d`. */
  #modulesBy(children: readonly SyntaxNode[]): string[] {
    return split(children.slice(1), ({ name }) => name === ',').map((item) => {
      const as = item.findIndex(({ name }) => name === 'as')
      return item
        .slice(0, as === -1 ? undefined : as)
        .map((node) => this.#text(node))
        .join('')
    })
  }

  /** Members in `from a.b import c as d, e`. */
  *#importedBy(children: readonly SyntaxNode[]): Generator<string> {
    const at = children.findIndex(({ name }) => name === 'import')
    const module = children
      .slice(1, at)
      .map((node) => this.#text(node))
      .join('')
    const names = children.slice(at + 1).filter(({ name }) => name !== '(' && name !== ')')
    for (const [first] of split(names, ({ name }) => name === ',')) {
      if (first !== undefined) yield `${module}.${this.#text(first)}`
    }
  }

  #isMember(full: string): boolean {
    const dot = full.lastIndexOf('.')
    const isVersion = this.#names.versions.has(full.slice(dot + 1)) && this.#names.modules.has(full.slice(0, dot))
    return isVersion || this.#names.members.has(full)
  }

  #conditional(children: readonly SyntaxNode[], filtered: Filtered): RareCode {
    let inside = filtered
    for (const [index, child] of children.entries()) {
      const before = children[index - 1]?.name
      if (before === 'if' || before === 'elif') inside = bothOf(filtered, this.#paths.filteredBy(child))
      if (child.name === 'else') inside = filtered
      const found = this.#node(child, child.name === 'Body' ? inside : filtered)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** `VALUE for TARGET in LIST if CONDITION`, also as all of the arguments of a call. The value comes last. */
  #comprehension(children: readonly SyntaxNode[], filtered: Filtered): RareCode {
    const first = children.findIndex(({ name }) => name === 'for')
    let inside = filtered
    let isTarget = false
    for (const [index, child] of children.entries()) {
      if (child.name === 'async' || child.name === '*' || child.name === '**') return this.#rare(child)
      if (index < first) continue
      if (child.name === 'for' || child.name === 'in') isTarget = child.name === 'for'
      else {
        const found = isTarget ? this.#onlyNames(child) : this.#node(child, inside)
        if (found !== undefined) return found
      }
      if (children[index - 1]?.name === 'if') inside = bothOf(inside, this.#paths.filteredBy(child))
    }
    return this.#all(children.slice(0, first), inside)
  }

  #loop(node: SyntaxNode, children: readonly SyntaxNode[], filtered: Filtered): RareCode {
    const middle = children.findIndex(({ name }) => name === 'in')
    if (children[0]!.name !== 'for' || children[middle + 2]?.name !== 'Body') return this.#rare(node)
    const targets = children.slice(1, middle)
    return firstRare(targets, (child) => this.#onlyNames(child)) ?? this.#all(children.slice(middle + 1), filtered)
  }

  /** `a`, `a, b`, `(a, b)` */
  #onlyNames(target: SyntaxNode): RareCode {
    if (target.name === ',' || target.name === 'VariableName') return undefined
    const isTuple = target.name === 'TupleExpression'
    return isTuple ? firstRare(childrenOf(target).slice(1, -1), (one) => this.#onlyNames(one)) : this.#rare(target)
  }

  /** Only what is opened is used so. */
  #with(node: SyntaxNode, children: readonly SyntaxNode[], filtered: Filtered): RareCode {
    const isOpening = children.every((child, index) => {
      if (child.name !== 'CallExpression') return /^(?:with|as|,|VariableName|Body)$/.test(child.name)
      const [callee] = childrenOf(child)
      const [, , method] = childrenOf(callee!)
      const isMethod = method?.name === 'PropertyName' && this.#names.files.has(this.#text(method))
      return children[index + 1]?.name === 'as' && (isMethod || this.#names.opens.has(this.#fullName(callee!) ?? ''))
    })
    return isOpening && children[0]!.name === 'with' ? this.#all(children, filtered) : this.#rare(node)
  }

  #try(children: readonly SyntaxNode[], filtered: Filtered): RareCode {
    return firstRare(children, (child) => {
      if (child.name === 'Body') return this.#node(child, filtered)
      if (/^(?:try|except|as|else)$/.test(child.name)) return undefined
      const at = children.indexOf(child)
      if (children[at - 1]?.name === 'as') return undefined
      const caught =
        child.name === 'TupleExpression' ? childrenOf(child).filter(({ name }) => /\w/.test(name)) : [child]
      return caught.every((one) => this.#names.exceptions.has(this.#fullName(one) ?? ''))
        ? undefined
        : this.#rare(child)
    })
  }

  #assignment(node: SyntaxNode, children: readonly SyntaxNode[], filtered: Filtered): RareCode {
    const parts = split(children, ({ name }) => name === 'AssignOp' || name === 'UpdateOp')
    const targets = parts.slice(0, -1).flat()
    return (
      firstRare(targets, (target) => this.#target(target, filtered)) ??
      (parts.length > 2 || parts.at(-1)!.length === 0 ? this.#rare(node) : this.#all(parts.at(-1)!, filtered))
    )
  }

  /** `a`, `a, b`, `a['b']` */
  #target(target: SyntaxNode, filtered: Filtered): RareCode {
    if (target.name === ',' || target.name === 'VariableName') return undefined
    const children = childrenOf(target)
    if (target.name === 'TupleExpression')
      return firstRare(children.slice(1, -1), (inner) => this.#target(inner, filtered))
    const [of, mark] = children
    const isElement = target.name === 'MemberExpression' && mark?.name === '['
    if (!isElement) return this.#rare(target)
    const isOwn = of!.name === 'VariableName' && this.#bindings.bound.has(this.#text(of!))
    return (isOwn ? undefined : this.#target(of!, filtered)) ?? this.#node(target, filtered)
  }

  /** A name that is no part of a longer one: data, or a value of a module. */
  #name(node: SyntaxNode): RareCode {
    const name = this.#text(node)
    const full = this.#bindings.imported.get(name)
    if (full !== undefined) return this.#isPlainMember(full) ? undefined : this.#rare(node, 'is a value here')
    return this.#bindings.bound.has(name) ? undefined : this.#rare(node, 'is a value here')
  }

  /** A value of a module, and no function of it that opens, finds or tells something. */
  #isPlainMember(full: string): boolean {
    const { opens, joins, patterns, lists, walks, getsVariable, modules, finds } = this.#names
    const isActing = [opens, joins, patterns, lists, walks, getsVariable, modules, finds].some((list) => list.has(full))
    return this.#isMember(full) && !isActing
  }

  /** `os.path.join` for what is called so here, and the name of a function of the language that has no other meaning. */
  #fullName(node: SyntaxNode): string | undefined {
    if (node.name === 'VariableName') {
      const name = this.#text(node)
      const { imported, bound } = this.#bindings
      return imported.get(name) ?? (bound.has(name) ? undefined : name)
    }
    if (node.name !== 'MemberExpression') return undefined
    const [of, mark, member] = childrenOf(node)
    if (mark?.name !== '.' || member?.name !== 'PropertyName') return undefined
    const isNested = of!.name === 'MemberExpression' || this.#bindings.imported.has(this.#text(of!))
    const before = isNested ? this.#fullName(of!) : undefined
    return before === undefined ? undefined : `${before}.${this.#text(member)}`
  }

  #member(node: SyntaxNode, children: readonly SyntaxNode[], filtered: Filtered): RareCode {
    const [of, mark, member] = children
    const full = this.#fullName(node)
    if (full !== undefined) {
      if (this.#names.guarded.has(full)) return this.#isOnlyShown(node) ? undefined : this.#rare(node)
      if (this.#isPlainMember(full)) return undefined
      // A member of a value of a module: `sys.version_info.major`.
      const before = this.#fullName(of!)!
      if (!this.#isPlainMember(before)) return this.#rare(node)
    }
    if (mark?.name === '[') {
      const inside = children.slice(2, -1)
      if (this.#names.environment.has(this.#fullName(of!) ?? ''))
        return inside.length === 1 && this.#paths.literalOf(inside[0]) !== undefined ? undefined : this.#rare(node)
      return this.#node(of!, filtered) ?? this.#all(inside, filtered)
    }
    if (member?.name !== 'PropertyName' || !this.#names.attributes.has(this.#text(member))) return this.#rare(node)
    // `type(x).__name__`, and no other way to a type.
    return this.#node(of!, filtered)
  }

  /** It is given to a function that makes something new of it, or each of it is looked at. */
  #isOnlyShown({ parent, prevSibling }: SyntaxNode): boolean {
    if (prevSibling?.name === 'in') return true
    const [callee] = parent?.name === 'ArgList' && parent.parent !== null ? childrenOf(parent.parent) : []
    if (callee === undefined || prevSibling?.name === 'AssignOp') return false
    const [, , method] = childrenOf(callee)
    const name = method === undefined ? this.#fullName(callee) : `.${this.#text(method)}`
    return this.#names.shows.has(name ?? '')
  }

  #call(node: SyntaxNode, [callee, list]: readonly SyntaxNode[], filtered: Filtered): RareCode {
    if (list?.name !== 'ArgList') return this.#rare(node)
    const full = this.#fullName(callee!)
    const given = childrenOf(list).slice(1, -1)
    const isCalled = full !== undefined && (this.#names.builtins.has(full) || this.#isMember(full))
    if (full !== undefined && this.#names.getsVariable.has(full))
      return this.#paths.literalOf(given[0]) !== undefined ? this.#all(given.slice(1), filtered) : this.#rare(node)
    if (isCalled) {
      const isOne = given.length === 1
      if (this.#names.single.has(full) && !isOne) return this.#rare(node)
      if (this.#names.finds.has(full) && !(isOne && /^\w+$/.test(this.#paths.literalOf(given[0]) ?? '.')))
        return this.#rare(node)
      if (this.#names.opens.has(full) && !(given[0] !== undefined && this.#paths.isPath(given[0], filtered)))
        return this.#rare(node, 'opens a file whose name is put together')
      if (this.#names.opens.has(full) && !this.#hasWrittenMode(given, 1)) return this.#rare(node)
      return this.#arguments(node, full, given, filtered)
    }
    const [of, mark, member] = childrenOf(callee!)
    const isMethod = callee!.name === 'MemberExpression' && mark?.name === '.' && member?.name === 'PropertyName'
    if (!isMethod || !this.#names.methods.has(this.#text(member))) return this.#rare(callee!, 'is called')
    return this.#method(node, of!, this.#text(member), given, filtered)
  }

  #method(
    node: SyntaxNode,
    of: SyntaxNode,
    method: string,
    given: readonly SyntaxNode[],
    filtered: Filtered,
  ): RareCode {
    const { files, opening, counted, laidOut, changes, moves, queries } = this.#names
    if (files.has(method) && !this.#paths.isPath(of, filtered))
      return this.#rare(node, 'opens a file whose name is put together')
    if (queries.has(method) && given[0]?.name !== 'String') return this.#rare(node)
    if (opening.has(method) && !this.#hasWrittenMode(given, 0)) return this.#rare(node)
    if (changes.has(method) && this.#fullName(of) !== undefined && of.name !== 'VariableName') return this.#rare(node)
    if (counted.has(method) && !(given[0] === undefined || given[0].name === 'Number' || given[1]?.name === 'AssignOp'))
      return this.#rare(node)
    // With one argument it moves a file.
    if (moves.has(method) && !given.some(({ name }) => name === ',' || name === 'AssignOp')) return this.#rare(node)
    // A text that is laid out may name members of what it is given.
    if (laidOut.has(method) && !(of.name === 'String' && !/\{[^{}:!]*[.[]/.test(this.#text(of))))
      return this.#rare(node)
    const found = files.has(method) ? undefined : this.#node(of, filtered)
    return found ?? this.#arguments(node, `.${method}`, given, filtered)
  }

  /** How a file is opened is written where it is opened. */
  #hasWrittenMode(given: readonly SyntaxNode[], place: number): boolean {
    const all = split(given, ({ name }) => name === ',').filter((item) => item.length > 0)
    const modes = all.filter((item, index) =>
      item.length === 1 ? index === place : this.#text(item[0]!) === 'mode' || item[0]!.name === '**',
    )
    return modes.every((item) => item.at(-1)!.name === 'String')
  }

  #arguments(node: SyntaxNode, full: string, given: readonly SyntaxNode[], filtered: Filtered): RareCode {
    if (given.some(({ name }) => name === 'for')) return this.#comprehension(given, filtered)
    const all = split(given, ({ name }) => name === ',').filter((item) => item.length > 0)
    return firstRare([...all.entries()], ([place, item]) => {
      const [first, mark, value] = item
      if (first!.name === '*' && item.length === 2 && this.#names.spread.has(full)) return this.#node(mark!, filtered)
      if (item.length === 3 && mark!.name === 'AssignOp' && this.#text(mark!) === '=')
        return this.#keyword(first!, value!, filtered)
      if (item.length !== 1) return this.#rare(node)
      const isFunction = this.#names.takes.get(full) === place
      if (isFunction) return this.#functionIn(first!, filtered)
      if (this.#names.asked.has(full) && place === 1) return this.#types(first!)
      const isPathGiven = place === 0 && (this.#names.opens.has(full) || this.#names.joins.has(full))
      return isPathGiven && this.#paths.isPath(first!, filtered) ? undefined : this.#node(first!, filtered)
    })
  }

  #keyword(name: SyntaxNode, value: SyntaxNode, filtered: Filtered): RareCode {
    const keyword = this.#text(name)
    const { keywords, given, wide, functions } = this.#names
    if (!keywords.has(keyword)) return this.#rare(name)
    if (given.has(keyword) || (keyword === 'default' && this.#isFunction(value)))
      return this.#functionIn(value, filtered)
    const isType = value.name === 'VariableName' && functions.has(this.#fullName(value) ?? '')
    if (isType) return keyword === 'dtype' ? undefined : this.#rare(value)
    const only = wide.get(keyword)
    if (only !== undefined && !only.has(this.#fullName(value) ?? '')) return this.#rare(value)
    return this.#node(value, filtered)
  }

  /** A lambda, a function of the language that only computes, or the method by which a table is asked: `key=counts.get`. */
  #isFunction(node: SyntaxNode): boolean {
    if (node.name === 'LambdaExpression') return true
    if (node.name === 'VariableName') return this.#names.functions.has(this.#fullName(node) ?? '')
    const [of, mark, member] = childrenOf(node)
    if (node.name !== 'MemberExpression' || mark?.name !== '.' || member === undefined) return false
    if (of!.name !== 'VariableName') return false
    const isOfType = this.#names.types.has(this.#fullName(of!) ?? '') && this.#names.methods.has(this.#text(member))
    return isOfType || (this.#bindings.bound.has(this.#text(of!)) && this.#text(member) === 'get')
  }

  #functionIn(node: SyntaxNode, filtered: Filtered): RareCode {
    if (node.name !== 'LambdaExpression') {
      const isOfModule = this.#isPlainMember(this.#fullName(node) ?? '')
      return isOfModule || this.#isFunction(node) || node.name === 'None' ? undefined : this.#rare(node)
    }
    const children = childrenOf(node)
    const parameters = children.find(({ name }) => name === 'ParamList')
    const isPlain =
      parameters === undefined || childrenOf(parameters).every(({ name }) => /^(?:VariableName|,)$/.test(name))
    return isPlain ? this.#node(children.at(-1)!, filtered) : this.#rare(node)
  }

  #types(node: SyntaxNode): RareCode {
    const all = node.name === 'TupleExpression' ? childrenOf(node).filter(({ name }) => /\w/.test(name)) : [node]
    const isType = (one: SyntaxNode) => {
      const full = this.#fullName(one) ?? ''
      return this.#names.types.has(full) || (full.includes('.') && this.#isPlainMember(full))
    }
    return all.every(isType) ? undefined : this.#rare(node)
  }
}
