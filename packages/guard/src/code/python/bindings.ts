import { childrenOf, split, type SyntaxNode } from './tree.js'

/** How a name of a program gets its value. */
export type Binding =
  | { is: 'value'; node: SyntaxNode }
  /** Each element of it; with `part`, each element is cut into several. */
  | { is: 'element'; node: SyntaxNode; part?: number }
  | { is: 'other' }

export interface Bindings {
  /** What modules, and members of modules, are called here: `np` is `numpy`, `join` is `os.path.join`. */
  imported: ReadonlyMap<string, string>
  bound: ReadonlyMap<string, readonly Binding[]>
  /** A module, or a member of one, is called like something else. */
  clash: SyntaxNode | undefined
}

/** What each name of everyday Python is bound to, wherever that is: names of functions and loops are taken together. */
export function bindingsIn(script: SyntaxNode, nameOf: (node: SyntaxNode) => string): Bindings {
  const imported = new Map<string, string>()
  const bound = new Map<string, Binding[]>()
  let clash: SyntaxNode | undefined
  const add = (node: SyntaxNode, binding: Binding) => {
    if (node.name !== 'VariableName') return
    const name = nameOf(node)
    const all = bound.get(name)
    if (all === undefined) bound.set(name, [binding])
    else all.push(binding)
  }
  const addImport = (alias: SyntaxNode, full: string) => {
    const name = nameOf(alias)
    if (imported.has(name) && imported.get(name) !== full) clash ??= alias
    imported.set(name, full)
  }
  /** `a`, `a, b`, `(a, b)` */
  const addTargets = (targets: readonly SyntaxNode[], binding: (part: number | undefined) => Binding) => {
    const [only] = targets
    if (targets.length === 1 && /^(?:Tuple|Parenthesized|Array)Expression$/.test(only!.name))
      addTargets(childrenOf(only!).slice(1, -1), binding)
    else if (targets.length === 1) add(only!, binding(undefined))
    else for (const [part, [one]] of split(targets, isComma).entries()) if (one !== undefined) add(one, binding(part))
  }
  const visit = (node: SyntaxNode) => {
    const children = childrenOf(node)
    if (node.name === 'ImportStatement') importsIn(children, nameOf, addImport)
    if (node.name === 'AssignStatement') {
      const parts = split(children, (child) => child.name === 'AssignOp')
      const value = parts.at(-1)!
      const [only] = value
      for (const targets of parts.slice(0, -1)) {
        addTargets(targets, (part) =>
          part === undefined && value.length === 1 ? { is: 'value', node: only! } : { is: 'other' },
        )
      }
    }
    for (const { targets, over } of loopsIn(node, children)) {
      addTargets(targets, (part) => ({ is: 'element', node: over, ...(part !== undefined && { part }) }))
    }
    if (node.name === 'UpdateStatement') add(children[0]!, { is: 'other' })
    if (node.name === 'ParamList') for (const child of children) add(child, { is: 'other' })
    if (node.name === 'WithStatement' || node.name === 'TryStatement') {
      for (const [index, child] of children.entries()) {
        if (children[index - 1]?.name === 'as') add(child, { is: 'other' })
      }
    }
    for (const child of children) visit(child)
  }
  visit(script)
  for (const [name] of bound) if (imported.has(name)) clash ??= script
  return { imported, bound, clash }
}

interface Loop {
  targets: readonly SyntaxNode[]
  over: SyntaxNode
}

/** `for TARGETS in OVER`, as a statement or in a comprehension. */
function loopsIn(node: SyntaxNode, children: readonly SyntaxNode[]): Loop[] {
  if (!/^(?:ForStatement|ArgList|\w*ComprehensionExpression)$/.test(node.name)) return []
  return children.flatMap((child, start) => {
    if (child.name !== 'for') return []
    const middle = children.findIndex(({ name }, index) => index > start && name === 'in')
    const over = children[middle + 1]
    return middle === -1 || over === undefined ? [] : [{ targets: children.slice(start + 1, middle), over }]
  })
}

function importsIn(
  children: readonly SyntaxNode[],
  nameOf: (node: SyntaxNode) => string,
  add: (alias: SyntaxNode, full: string) => void,
): void {
  const at = children.findIndex(({ name }) => name === 'import')
  const module = children
    .slice(1, at)
    .map((node) => nameOf(node))
    .join('')
  const names = children.slice(at + 1).filter(({ name }) => name !== '(' && name !== ')')
  for (const item of split(names, isComma).filter(([first]) => first !== undefined)) {
    const as = item.findIndex(({ name }) => name === 'as')
    const full = item
      .slice(0, as === -1 ? undefined : as)
      .map((node) => nameOf(node))
      .join('')
    if (at > 0) add(item[as + 1] ?? item[0]!, `${module}.${full}`)
    else if (as === -1) add(item[0]!, nameOf(item[0]!))
    else add(item[as + 1]!, full)
  }
}

function isComma({ name }: SyntaxNode): boolean {
  return name === ','
}
