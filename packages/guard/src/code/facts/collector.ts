import type { CodeFacts } from './code-facts.js'

const LISTS = ['reads', 'writes', 'deletes', 'shellLines', 'loads', 'saved', 'handed', 'named', 'told'] as const
export type FactList = (typeof LISTS)[number]

/** Collects facts without duplicates. */
export class FactCollector {
  isUnderstood = true
  /** Functions of project or third-party modules are called. */
  callsOthers = false
  /** Something else is not understood. */
  isStrange = false
  network = false
  destroys: string | undefined
  rare: string | undefined
  /** A database is queried. */
  isQueried = false
  readonly #lists: Record<FactList, Set<string | undefined>> = {
    reads: new Set(),
    writes: new Set(),
    deletes: new Set(),
    shellLines: new Set(),
    loads: new Set(),
    saved: new Set(),
    handed: new Set(),
    named: new Set(),
    told: new Set(),
  }
  readonly #databases = new Set<string | undefined>()
  readonly #programs = new Map<string, readonly string[] | undefined>()
  readonly #environment = new Set<string>()
  #isWholeEnvironment = false
  readonly #imports = new Set<string>()

  add(list: FactList, value: string | undefined): void {
    this.#lists[list].add(value)
  }

  /** Opening a database creates it if it does not exist. One that is queried must exist already. */
  addDatabase(path: string | undefined): void {
    this.#databases.add(path)
  }

  addProgram(words: readonly string[] | undefined): void {
    this.#programs.set(JSON.stringify(words) ?? '', words)
  }

  addVariable(name: string | undefined): void {
    if (name === undefined) this.#isWholeEnvironment = true
    else this.#environment.add(name)
  }

  addImport(name: string): void {
    this.#imports.add(name)
  }

  /** Adds the facts of embedded code, such as an SQL query. */
  addAll(inner: CodeFacts): void {
    if (!inner.isUnderstood) this.isUnderstood = false
    if (!inner.isUnderstood) this.isStrange = true
    for (const list of LISTS) {
      for (const value of inner[list]) this.add(list, value)
    }
    for (const words of inner.programs) this.addProgram(words)
    if (inner.network) this.network = true
    if (inner.environment === 'all') this.addVariable(undefined)
    else for (const name of inner.environment) this.addVariable(name)
    this.destroys ??= inner.destroys
    this.rare ??= inner.rare
  }

  facts(): CodeFacts {
    return {
      isUnderstood: this.isUnderstood,
      reads: [...this.#lists.reads],
      writes: [...this.#lists.writes, ...(this.isQueried && this.#databases.size < 2 ? [] : this.#databases)].filter(
        (path) => path !== IN_MEMORY,
      ),
      deletes: [...this.#lists.deletes],
      shellLines: [...this.#lists.shellLines],
      programs: [...this.#programs.values()],
      loads: [...this.#lists.loads],
      saved: [...this.#lists.saved],
      handed: [...this.#lists.handed],
      named: [...this.#lists.named],
      told: [...this.#lists.told],
      network: this.network,
      environment: this.#isWholeEnvironment ? 'all' : [...this.#environment],
      imports: [...this.#imports],
      ...(this.destroys !== undefined && { destroys: this.destroys }),
      ...(this.rare !== undefined && { rare: this.rare }),
      ...(!this.isUnderstood && { isSuspect: this.isStrange || !this.callsOthers }),
    }
  }
}

/** The name of a temporary SQLite database. */
const IN_MEMORY = ':memory:'

/** The facts of code that cannot be read at all. */
export function notUnderstood(): CodeFacts {
  const facts = new FactCollector()
  facts.isUnderstood = false
  return facts.facts()
}
