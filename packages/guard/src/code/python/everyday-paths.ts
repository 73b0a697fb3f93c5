import { hasOrdinaryEnding } from '../facts/endings.js'
import type { Bindings } from './bindings.js'
import type { EverydayPython } from './everyday-names.js'
import { splitPythonString } from './strings.js'
import { childrenOf, split, type SyntaxNode } from './tree.js'

/** Names of which a place of the code knows that they end like ordinary files: inside of `if f.endswith('.py')`. */
export type Filtered = ReadonlySet<string>

/** Names that are found in a folder, and must be filtered before they may be opened. Undefined: it is no everyday path. */
type Needs = ReadonlySet<string> | undefined

const NOTHING: ReadonlySet<string> = new Set()

/** Tells which values are paths that are written in the code, or found by an ordinary ending. */
export class EverydayPaths {
  readonly #needs = new Map<string, Needs>()

  constructor(
    readonly names: EverydayPython,
    readonly bindings: Bindings,
    readonly nameOf: (node: SyntaxNode) => string,
    readonly fullNameOf: (node: SyntaxNode) => string | undefined,
  ) {}

  isPath(node: SyntaxNode, filtered: Filtered): boolean {
    return this.#needsOf(node, filtered)?.size === 0
  }

  /** The text of a literal without escapes. */
  literalOf(node: SyntaxNode | undefined): string | undefined {
    if (node?.name !== 'String') return undefined
    const parts = splitPythonString(this.nameOf(node))
    return parts === undefined || !/^r?$/.test(parts.prefix) || parts.text.includes('\\') ? undefined : parts.text
  }

  /** Names that a condition requires to end like ordinary files: `f.endswith('.py') and …`, `p.suffix == '.py'`. */
  filteredBy(condition: SyntaxNode): string[] {
    const children = childrenOf(condition)
    if (condition.name === 'ParenthesizedExpression') return this.filteredBy(children[1]!)
    if (condition.name === 'BinaryExpression' && children[1]!.name === 'and')
      return [children[0]!, children[2]!].flatMap((side) => this.filteredBy(side))
    const isTest = condition.name === 'CallExpression'
    if (!isTest && (condition.name !== 'BinaryExpression' || children.length !== 3)) return []
    const [of, , member] = childrenOf(children[0]!)
    const isOf = of?.name === 'VariableName' && member?.name === 'PropertyName'
    const [asked, operator] = [member === undefined ? '' : this.nameOf(member), this.nameOf(children[1]!)]
    const isKnown = isTest ? asked === 'endswith' : asked === 'suffix' && (operator === '==' || operator === 'in')
    if (!isOf || !isKnown) return []
    const given = isTest ? childrenOf(children[1]!).slice(1, -1) : [children[2]!]
    return given.length === 1 && this.#endsOrdinary(given[0]!) ? [this.nameOf(of)] : []
  }

  #endsOrdinary(node: SyntaxNode): boolean {
    const isList = node.name === 'TupleExpression' || node.name === 'ArrayExpression' || node.name === 'SetExpression'
    const nodes = isList ? childrenOf(node).slice(1, -1) : [node]
    return nodes.filter(({ name }) => name !== ',').every((one) => hasOrdinaryEnding(this.literalOf(one)))
  }

  #needsOf(node: SyntaxNode, filtered: Filtered): Needs {
    const children = childrenOf(node)
    switch (node.name) {
      case 'String':
        return this.literalOf(node) === undefined ? undefined : NOTHING
      case 'ParenthesizedExpression':
        return children.length === 3 ? this.#needsOf(children[1]!, filtered) : undefined
      case 'VariableName': {
        const name = this.nameOf(node)
        const needs = this.#needsOfName(name)
        return needs !== undefined && filtered.has(name) ? NOTHING : needs
      }
      case 'BinaryExpression':
        return /^[/+]$/.test(this.nameOf(children[1]!))
          ? this.#together([children[0]!, children[2]!], filtered)
          : undefined
      case 'CallExpression': {
        const full = this.fullNameOf(children[0]!)
        if (full === undefined) return undefined
        const given = childrenOf(children[1]!).slice(1, -1)
        if (this.names.here.has(full)) return given.length === 0 ? NOTHING : undefined
        return this.names.joins.has(full) ? this.#together(commas(given), filtered) : undefined
      }
      default:
        return undefined
    }
  }

  #together(nodes: readonly (SyntaxNode | undefined)[], filtered: Filtered): Needs {
    const all = nodes.map((node) => (node === undefined ? undefined : this.#needsOf(node, filtered)))
    return all.reduce((a, b) => (a === undefined || b === undefined ? undefined : bothOf(a, b)), NOTHING)
  }

  #needsOfName(name: string): Needs {
    if (this.#needs.has(name)) return this.#needs.get(name)
    // While it is worked out, and where it is bound to itself.
    this.#needs.set(name, undefined)
    const all = (this.bindings.bound.get(name) ?? []).map((binding): Needs => {
      if (binding.is === 'value') return this.#needsOf(binding.node, NOTHING)
      if (binding.is === 'other') return undefined
      return this.#needsOfElement(binding.node, binding.part, name)
    })
    const needs = all.length === 0 ? undefined : all.reduce((a, b) => (a && b ? bothOf(a, b) : undefined), NOTHING)
    this.#needs.set(name, needs)
    return needs
  }

  /** What a name needs that is each element of a list. */
  #needsOfElement(list: SyntaxNode, part: number | undefined, name: string): Needs {
    const children = childrenOf(list)
    if (list.name === 'ArrayExpression' || list.name === 'TupleExpression') {
      const items = commas(children.slice(1, -1))
      return part === undefined ? this.#together(items, NOTHING) : undefined
    }
    if (list.name === 'VariableName')
      return part === undefined && this.#isListed(this.nameOf(list)) ? new Set([name]) : undefined
    if (list.name !== 'CallExpression') return undefined
    const full = this.fullNameOf(children[0]!)
    const [first] = commas(childrenOf(children[1]!).slice(1, -1))
    if (full !== undefined && this.names.keeps.has(full))
      return first === undefined ? undefined : this.#needsOfElement(first, part, name)
    if (full !== undefined && this.names.walks.has(full))
      return part === 0 && first !== undefined ? this.#needsOf(first, NOTHING) : undefined
    if (part !== undefined) return undefined
    return this.#needsOfFound(children[0]!, full, first, name)
  }

  /** What is found by an ordinary ending needs nothing else. */
  #needsOfFound(callee: SyntaxNode, full: string | undefined, first: SyntaxNode | undefined, name: string): Needs {
    const { patterns, lists, patternMethods, listing } = this.names
    if (full !== undefined) {
      if (lists.has(full)) return first === undefined || this.isPath(first, NOTHING) ? new Set([name]) : undefined
      if (!patterns.has(full) || this.literalOf(first) === undefined) return undefined
      return hasOrdinaryEnding(this.literalOf(first)) ? NOTHING : new Set([name])
    }
    const [of, , member] = childrenOf(callee)
    if (callee.name !== 'MemberExpression' || member?.name !== 'PropertyName' || !this.isPath(of!, NOTHING))
      return undefined
    const method = this.nameOf(member)
    if (listing.has(method)) return new Set([name])
    if (!patternMethods.has(method) || this.literalOf(first) === undefined) return undefined
    return hasOrdinaryEnding(this.literalOf(first)) ? NOTHING : new Set([name])
  }

  /** The third of what a walk through folders gives: names of files. */
  #isListed(name: string): boolean {
    const all = this.bindings.bound.get(name) ?? []
    return (
      all.length > 0 &&
      all.every((binding) => {
        if (binding.is !== 'element' || binding.part !== 2 || binding.node.name !== 'CallExpression') return false
        return this.names.walks.has(this.fullNameOf(childrenOf(binding.node)[0]!) ?? '')
      })
    )
  }
}

export function bothOf(a: ReadonlySet<string>, b: Iterable<string>): ReadonlySet<string> {
  return new Set([...a, ...b])
}

/** The parts between commas; undefined for one that is more than one node. */
function commas(nodes: readonly SyntaxNode[]): (SyntaxNode | undefined)[] {
  return split(nodes, ({ name }) => name === ',')
    .filter((part) => part.length > 0)
    .map((part) => (part.length === 1 ? part[0] : undefined))
}
