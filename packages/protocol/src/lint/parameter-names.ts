import type { Parameter } from '../types.js'
import type { Inspection, Level, LevelNode } from './inspection.js'
import type { RuleSite } from './x-atip-rules.js'

/** The parameters that a call to which a rule applies may have. */
export class ParameterNames {
  private readonly globals: readonly Parameter[]
  private readonly below = new Map<LevelNode, Map<string, Parameter>>()
  private readonly tool: Level

  constructor({ document, levels }: Inspection) {
    this.globals = document.globalOptions ?? []
    this.tool = levels[0]!
  }

  /** A rule on a command sees the command, its groups and the global options; one on a group also all below it. */
  inScopeOf({ level, site }: RuleSite): Parameter[] {
    const above = [...this.globals, ...chain(level).flatMap(({ node }) => parametersOf(node))]
    if (site?.kind === 'globalOption') return [...above, ...this.namesBelow(this.tool.node).values()]
    return site === undefined ? [...above, ...this.namesBelow(level.node).values()] : above
  }

  private namesBelow(node: LevelNode): Map<string, Parameter> {
    const known = this.below.get(node)
    if (known !== undefined) return known
    const names = new Map<string, Parameter>()
    const open: LevelNode[] = [node]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const parameter of parametersOf(next)) names.set(parameter.name, parameter)
      open.push(...Object.values(next.commands ?? {}))
    }
    this.below.set(node, names)
    return names
  }
}

/** The level, those above it, and what stands at their places without a name. */
function chain(level: Level): Level[] {
  const levels: Level[] = []
  for (let next: Level | undefined = level; next !== undefined; next = next.parent) {
    const unnamed = next.children.get('')
    levels.push(next, ...(unnamed === undefined ? [] : [unnamed]))
  }
  return levels
}

function parametersOf(node: LevelNode): Parameter[] {
  return [...(node.arguments ?? []), ...(node.options ?? [])]
}
