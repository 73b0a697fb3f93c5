import { hasOrdinaryEnding, leadsOut } from '../facts/found-paths.js'
import type { Bindings } from './bindings.js'
import type { EverydayPython } from './everyday-names.js'
import { splitPythonString } from './strings.js'
import { childrenOf, split, type SyntaxNode } from './tree.js'

/** Names of which a place of the code knows that they end like ordinary files: inside of `if f.endswith('.py')`. */
export type Filtered = ReadonlySet<string>

interface EverydayPath {
  /** Names that are found in a folder, and must be filtered before they may be opened. */
  needs: ReadonlySet<string>
  /** Its last part is found in a folder, and not written in the code. */
  isFound: boolean
  /** It may lead out of the folder in which the code runs. */
  leadsOut: boolean
}

const NOTHING: ReadonlySet<string> = new Set()
const HERE: EverydayPath = { needs: NOTHING, isFound: false, leadsOut: false }

/** Tells which values are paths that are written in the code, or found by an ordinary ending. */
export class EverydayPaths {
  readonly #known = new Map<string, EverydayPath | undefined>()

  constructor(
    readonly names: EverydayPython,
    readonly bindings: Bindings,
    readonly nameOf: (node: SyntaxNode) => string,
    readonly fullNameOf: (node: SyntaxNode) => string | undefined,
  ) {}

  isPath(node: SyntaxNode, filtered: Filtered): boolean {
    const path = this.#pathOf(node, filtered)
    return path?.needs.size === 0 && !(path.isFound && path.leadsOut)
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
    const isKnown = isTest ? asked === 'endswith' : asked === 'suffix' && operator === '=='
    if (!isOf || !isKnown) return []
    const given = isTest ? childrenOf(children[1]!).slice(1, -1) : [children[2]!]
    return given.length === 1 && this.#endsOrdinary(given[0]!) ? [this.nameOf(of)] : []
  }

  #endsOrdinary(node: SyntaxNode): boolean {
    const isList = node.name === 'TupleExpression' || node.name === 'ArrayExpression' || node.name === 'SetExpression'
    const nodes = isList ? childrenOf(node).slice(1, -1) : [node]
    return nodes.filter(({ name }) => name !== ',').every((one) => hasOrdinaryEnding(this.literalOf(one)))
  }

  /** Undefined: it is no everyday path. */
  #pathOf(node: SyntaxNode, filtered: Filtered): EverydayPath | undefined {
    const children = childrenOf(node)
    switch (node.name) {
      case 'String': {
        const text = this.literalOf(node)
        return text === undefined ? undefined : { ...HERE, leadsOut: leadsOut(text) }
      }
      case 'ParenthesizedExpression':
        return children.length === 3 ? this.#pathOf(children[1]!, filtered) : undefined
      case 'VariableName': {
        const name = this.nameOf(node)
        const path = this.#pathOfName(name)
        return path !== undefined && filtered.has(name) ? { ...path, needs: NOTHING } : path
      }
      case 'BinaryExpression':
        // Two texts are put together only to hide what they come to.
        if (
          !/^[/+]$/.test(this.nameOf(children[1]!)) ||
          [children[0]!, children[2]!].every(({ name }) => name === 'String')
        )
          return undefined
        return this.#together([children[0]!, children[2]!], filtered)
      case 'CallExpression': {
        const full = this.fullNameOf(children[0]!)
        if (full === undefined) return undefined
        const given = childrenOf(children[1]!).slice(1, -1)
        if (this.names.here.has(full)) return given.length === 0 ? HERE : undefined
        return this.names.joins.has(full) ? this.#together(commas(given), filtered) : undefined
      }
      default:
        return undefined
    }
  }

  #together(nodes: readonly (SyntaxNode | undefined)[], filtered: Filtered): EverydayPath | undefined {
    return joined(nodes.map((node) => (node === undefined ? undefined : this.#pathOf(node, filtered))))
  }

  #pathOfName(name: string): EverydayPath | undefined {
    if (this.#known.has(name)) return this.#known.get(name)
    // While it is worked out, and where it is bound to itself.
    this.#known.set(name, undefined)
    const bindings = this.bindings.bound.get(name) ?? []
    // What was filtered under a name is not what the name means later.
    if (bindings.length > 1) return undefined
    const all = bindings.map((binding) => {
      if (binding.is === 'value') return this.#pathOf(binding.node, NOTHING)
      return binding.is === 'other' ? undefined : this.#pathOfElement(binding.node, binding.part, name)
    })
    const path = all.length === 0 ? undefined : joined(all)
    this.#known.set(name, path)
    return path
  }

  /** What a name is that is each element of a list. */
  #pathOfElement(list: SyntaxNode, part: number | undefined, name: string): EverydayPath | undefined {
    const children = childrenOf(list)
    if (list.name === 'ArrayExpression' || list.name === 'TupleExpression')
      return part === undefined ? this.#together(commas(children.slice(1, -1)), NOTHING) : undefined
    if (list.name === 'VariableName')
      return part === undefined && this.#isListed(this.nameOf(list)) ? found(HERE, name) : undefined
    if (list.name !== 'CallExpression') return undefined
    const full = this.fullNameOf(children[0]!)
    const [first] = commas(childrenOf(children[1]!).slice(1, -1))
    if (full !== undefined && this.names.keeps.has(full))
      return first === undefined ? undefined : this.#pathOfElement(first, part, name)
    if (full !== undefined && this.names.walks.has(full))
      return part === 0 && first !== undefined ? this.#pathOf(first, NOTHING) : undefined
    return part === undefined ? this.#pathFound(children[0]!, full, first, name) : undefined
  }

  /** `os.listdir('a')`, `glob.glob('a/*.py')`, `Path('a').rglob('*.py')` */
  #pathFound(
    callee: SyntaxNode,
    full: string | undefined,
    first: SyntaxNode | undefined,
    name: string,
  ): EverydayPath | undefined {
    const { patterns, lists, patternMethods, listing } = this.names
    const pattern = this.literalOf(first)
    const byPattern = (root: EverydayPath) => {
      if (pattern === undefined) return undefined
      const path = { ...root, leadsOut: root.leadsOut || leadsOut(pattern) }
      return hasOrdinaryEnding(pattern) ? found(path) : found(path, name)
    }
    if (full !== undefined && lists.has(full)) {
      const root = first === undefined ? HERE : this.#pathOf(first, NOTHING)
      return root && found(root, name)
    }
    if (full !== undefined) return patterns.has(full) ? byPattern(HERE) : undefined
    const [of, , member] = childrenOf(callee)
    if (callee.name !== 'MemberExpression' || member?.name !== 'PropertyName') return undefined
    const root = this.#pathOf(of!, NOTHING)
    if (root === undefined) return undefined
    const method = this.nameOf(member)
    if (listing.has(method)) return found(root, name)
    return patternMethods.has(method) ? byPattern(root) : undefined
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

function joined(paths: readonly (EverydayPath | undefined)[]): EverydayPath | undefined {
  return paths.reduce<EverydayPath | undefined>((a, b) => {
    if (a === undefined || b === undefined) return undefined
    const needs = b.needs.size === 0 ? a.needs : bothOf(a.needs, b.needs)
    return { needs, isFound: a.isFound || b.isFound, leadsOut: a.leadsOut || b.leadsOut }
  }, HERE)
}

/** Something in a folder; `name`: any file may be there, so that the name must be filtered. */
function found({ needs, leadsOut }: EverydayPath, name?: string): EverydayPath {
  return { needs: name === undefined ? needs : bothOf(needs, [name]), isFound: true, leadsOut }
}

/** The parts between commas; undefined for one that is more than one node. */
function commas(nodes: readonly SyntaxNode[]): (SyntaxNode | undefined)[] {
  return split(nodes, ({ name }) => name === ',')
    .filter((part) => part.length > 0)
    .map((part) => (part.length === 1 ? part[0] : undefined))
}
