import type { Argument, Option, Parameter } from '../types.js'
import type { Inspection, Level, LevelNode } from './inspection.js'
import type { RuleSite } from './x-atip-rules.js'

/** The parameters that a call to which a rule applies may have. */
export interface NameScope {
  has: (name: string) => boolean
  /** Whether one command has both an argument and an option of that name (decision 31). */
  isTwofold: (name: string) => boolean
  /** The parameter with that flag. */
  byFlag: (flag: string) => string | undefined
  names: () => Iterable<string>
}

/** Finds the scope of each rule. What a node lists is read once, however many rules ask. */
export class ParameterNames {
  private readonly globals: Listing
  private readonly own = new Map<LevelNode, Listing>()
  private readonly below = new Map<LevelNode, Listing>()
  private readonly tool: Level

  constructor({ document, levels }: Inspection) {
    this.globals = new Listing().add([], document.globalOptions)
    this.tool = levels[0]!
  }

  /** A rule on a command sees the command, its groups and the global options; one on a group also all below it. */
  scopeOf({ level, site }: RuleSite): NameScope {
    const listings = [this.globals, ...chain(level).map(({ node }) => this.listingOf(node))]
    if (site?.kind === 'globalOption') listings.push(this.listingBelow(this.tool.node))
    else if (site === undefined) listings.push(this.listingBelow(level.node))
    return {
      has: (name) => listings.some(({ parameters }) => parameters.has(name)),
      isTwofold: (name) =>
        listings.some(({ twofold }) => twofold.has(name)) ||
        (this.globals.parameters.has(name) && listings.some((listing) => listing.arguments.has(name))),
      byFlag: (flag) => listings.find(({ flags }) => flags.has(flag))?.flags.get(flag),
      *names() {
        for (const { parameters } of listings) yield* parameters
      },
    }
  }

  private listingOf(node: LevelNode): Listing {
    const known = this.own.get(node) ?? new Listing().add(node.arguments, node.options)
    this.own.set(node, known)
    return known
  }

  private listingBelow(node: LevelNode): Listing {
    const known = this.below.get(node)
    if (known !== undefined) return known
    const listing = new Listing()
    const open: LevelNode[] = [node]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      listing.add(next.arguments, next.options)
      for (const child of Object.values(next.commands ?? {})) open.push(child)
    }
    this.below.set(node, listing)
    return listing
  }
}

class Listing {
  readonly parameters = new Set<string>()
  readonly arguments = new Set<string>()
  readonly twofold = new Set<string>()
  readonly flags = new Map<string, string>()

  /** Adds what one command lists. */
  add(operands: readonly Argument[] = [], options: readonly Option[] = []): this {
    const here = new Set(operands.map(nameOf))
    for (const name of here) {
      this.arguments.add(name)
      this.parameters.add(name)
    }
    for (const { name, flags } of options) {
      this.parameters.add(name)
      if (here.has(name)) this.twofold.add(name)
      for (const flag of flags) if (!this.flags.has(flag)) this.flags.set(flag, name)
    }
    return this
  }
}

/** The level, those above it, and the unnamed commands of each. */
function chain(level: Level): Level[] {
  const levels: Level[] = []
  for (let next: Level | undefined = level; next !== undefined; next = next.parent) {
    const unnamed = next.children.get('')
    levels.push(next)
    if (unnamed !== undefined) levels.push(unnamed)
  }
  return levels
}

function nameOf({ name }: Parameter): string {
  return name
}
