import type { VariableScope } from './program.js'
import { NOTHING, union, type Site, type AbstractValue } from './values.js'

/** Code that builds more than this is not understood. This keeps the time proportional to the length of the code. */
const MOST_WORK = 400_000

interface LiteralItem {
  key: AbstractValue | undefined
  value: AbstractValue
}

/** The possible values of variables, lists and functions. The sets only grow. */
export class Memory {
  isChanged = false
  /** The site for values that the code puts into data from outside. */
  readonly outside: Site = {}
  /** Items of container literals, in order; undefined if one is a spread. */
  readonly literals = new Map<Site, readonly LiteralItem[] | undefined>()
  readonly #mutated = new Set<Site>()
  readonly #variables = new Map<VariableScope, Map<string, AbstractValue>>()
  readonly #contents = new Map<Site, AbstractValue>()
  readonly #returned = new Map<Site, AbstractValue>()
  #work = 0

  variable(scope: VariableScope, name: string): AbstractValue {
    return this.#variables.get(scope)?.get(name) ?? NOTHING
  }

  assign(scope: VariableScope, name: string, value: AbstractValue): void {
    if (!this.#variables.has(scope)) this.#variables.set(scope, new Map())
    this.#grow(this.#variables.get(scope)!, name, value)
  }

  contents(site: Site): AbstractValue {
    return this.#contents.get(site) ?? NOTHING
  }

  put(site: Site, value: AbstractValue): void {
    this.#grow(this.#contents, site, value)
  }

  /** The items of a container literal, unless something may have changed it. */
  itemsOf(site: Site): readonly LiteralItem[] | undefined {
    return this.#mutated.has(site) ? undefined : this.literals.get(site)
  }

  mutate(site: Site): void {
    if (this.#mutated.has(site)) return
    this.#mutated.add(site)
    this.isChanged = true
  }

  returned(site: Site): AbstractValue {
    return union(this.#returned.get(site) ?? NOTHING)
  }

  returns(site: Site, value: AbstractValue): void {
    this.#grow(this.#returned, site, value)
    this.put(site, value)
  }

  #spend(work: number): void {
    this.#work += work
    if (this.#work > MOST_WORK) throw new RangeError('the code builds too much to be followed')
  }

  #grow<Key>(map: Map<Key, AbstractValue>, key: Key, value: AbstractValue): void {
    const before = map.get(key) ?? NOTHING
    this.#spend(1 + value.size)
    const after = union(before, value)
    if (after === before && map.has(key)) return
    map.set(key, after)
    if (!isSame(before, after)) this.isChanged = true
  }

  /** The value and everything it contains. */
  closure(value: AbstractValue): AbstractValue {
    let all = value
    const seen = new Set<Site>()
    const visit = (one: AbstractValue) => {
      for (const atom of one.values()) {
        const site = atom.is === 'container' ? atom.site : atom.is === 'data' ? this.outside : undefined
        if (site === undefined || seen.has(site)) continue
        seen.add(site)
        this.#spend(1 + all.size)
        all = union(all, this.contents(site))
        visit(this.contents(site))
      }
    }
    visit(value)
    return all
  }

  /** Whether a value is only data: nothing in it can be called or has members with effects. */
  isInert(value: AbstractValue): boolean {
    return [...this.closure(value).values()].every((atom) => INERT.has(atom.is))
  }
}

/** Atoms that are data. */
export const INERT: ReadonlySet<string> = new Set(['text', 'texts', 'plain', 'data', 'found', 'container'])

function isSame(left: AbstractValue, right: AbstractValue): boolean {
  return left.size === right.size && [...left.keys()].every((key) => right.has(key))
}
