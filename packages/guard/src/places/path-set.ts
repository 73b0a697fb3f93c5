import { posix } from 'node:path'
import { nameFits, withoutClasses } from '@atip/protocol/calls'
import { spells } from './overlap.js'

/**
 * Paths in the form of the tables: a star matches a part of one name, `**` any number of names, and a pattern that ends
 * with `/**` also the folder itself. A pattern that begins with neither `~` nor `/` matches anywhere.
 */
export class PathSet {
  private readonly fromRoot = new Step(1)
  private readonly fromHome = new Step(1)
  private readonly anywhere = new Step(0)

  /** A line needs few of the sets, so each parses its patterns on first use. */
  constructor(private unread: Iterable<string> | undefined) {}

  private read(patterns: Iterable<string>): void {
    for (const pattern of patterns) {
      const names = pattern.toLowerCase().split('/')
      if (pattern.startsWith('/')) this.fromRoot.add(pattern === '/' ? [''] : names)
      else if (names[0] === '~') this.fromHome.add(names)
      else this.anywhere.add(names)
    }
    this.unread = undefined
  }

  has(path: SplitPath): boolean {
    return this.leadsTo(path, false)
  }

  /** Whether a glob pattern spells one of the paths, name by name. */
  isSpelt(path: SplitPath): boolean {
    return this.leadsTo({ ...path, names: path.names.map(withoutClasses) }, true)
  }

  private leadsTo({ names, fromHome, isAbsolute }: SplitPath, isPattern: boolean): boolean {
    if (this.unread !== undefined) this.read(this.unread)
    const search: Search = { names, isPattern, tried: new Map() }
    if (isAbsolute && this.fromRoot.leadsTo(search, 0)) return true
    if (fromHome !== undefined && this.fromHome.leadsTo(search, fromHome)) return true
    return this.anywhere.leadsAfterAny(search, 0)
  }
}

/** A path in the form that sets look up: in lower case, because some file systems ignore case. */
export interface SplitPath {
  names: readonly string[]
  isAbsolute: boolean
  /** The index in `names` of the first name below the home folder of any user. */
  fromHome: number | undefined
  /** Whether it is below the home folder of this user. */
  isOwn: boolean
}

export function splitPath(path: string, home: string): SplitPath {
  const isOfHome = path === '~' || path.startsWith('~/')
  const absolute = posix.normalize(isOfHome ? home + path.slice(1) : path).toLowerCase()
  const isAbsolute = absolute.startsWith('/')
  const names = absolute.split('/').filter((name) => name !== '' && name !== '.')
  const own = home.toLowerCase().split('/').filter(Boolean)
  const isOwn = isAbsolute && own.length > 0 && own.every((name, index) => names[index] === name)
  const fromHome = isOwn ? own.length : isAbsolute ? otherHome(names) : undefined
  return { names, isAbsolute, fromHome, isOwn: isOwn && names.length > own.length }
}

function otherHome(names: readonly string[]): number | undefined {
  const [top = ''] = names
  if (top === 'root') return 1
  if (isHomes(top)) return names.length > 1 ? 2 : undefined
  // Homes are also below `/var`, on other disks and in snapshots. A hidden name there counts as in a home.
  const at = names.findIndex((name, index) => isHomes(name) && names[index + 2]?.startsWith('.') === true)
  if (at !== -1) return at + 2
  if (!/[*?[]/.test(top)) return undefined
  // A glob pattern may also find hidden files in a home.
  const found = ['root', 'home', 'users'].find((name) => nameFits(withoutClasses(top), name))
  const start = names[1]?.startsWith('.') === true ? 1 : 2
  return found !== undefined && names.length > start ? start : undefined
}

function isHomes(name: string): boolean {
  return name === 'home' || name === 'users'
}

interface Search {
  names: readonly string[]
  isPattern: boolean
  /** From which name on each step after `**` was tried. Without it, time would grow with the square of the path. */
  tried: Map<Step, number>
}

/** One name of a path, and what may follow it. Most are never visited, so each is parsed on its first visit. */
class Step {
  private unread: (readonly string[])[] = []
  private byName: Map<string, Step> | undefined
  private byPattern: [pattern: string, fits: (name: string) => boolean, next: Step][] | undefined
  /** The step after any number of names. */
  private afterAny: Step | undefined
  private isEnd = false
  private takesAll = false

  /** `depth`: the index of the name in a pattern that leads on from here. */
  constructor(private readonly depth: number) {}

  add(names: readonly string[]): void {
    this.unread.push(names)
  }

  leadsTo(search: Search, at: number): boolean {
    const { names, isPattern } = search
    if (this.unread.length > 0) this.read()
    if (this.takesAll || (this.isEnd && at === names.length)) return true
    if (this.afterAny?.leadsAfterAny(search, at) === true) return true
    const name = names[at]
    if (name === undefined) return false
    const leads = (next: Step | undefined) => next?.leadsTo(search, at + 1) === true
    if (leads(this.byName?.get(name))) return true
    if (this.byPattern?.some(([, fits, next]) => fits(name) && leads(next)) === true) return true
    return isPattern && /[*?]/.test(name) && this.spelt(name).some(leads)
  }

  /** Whether it leads on from this name or a later one. */
  leadsAfterAny(search: Search, at: number): boolean {
    const end = search.tried.get(this) ?? search.names.length
    for (let start = at; start < end; start++) if (this.leadsTo(search, start)) return true
    search.tried.set(this, Math.min(at, end))
    return false
  }

  private spelt(pattern: string): Step[] {
    const named = [...(this.byName ?? [])].flatMap(([name, next]) => (spells(pattern, name) ? [next] : []))
    return [...named, ...(this.byPattern ?? []).flatMap(([name, , next]) => (spells(pattern, name) ? [next] : []))]
  }

  private read(): void {
    for (const names of this.unread) {
      const name = names[this.depth]
      if (name === undefined) this.isEnd = true
      else if (name === '**' && names.length === this.depth + 1) this.takesAll = true
      else this.nextOf(name).add(names)
    }
    this.unread = []
  }

  private nextOf(name: string): Step {
    if (name === '**') return (this.afterAny ??= new Step(this.depth + 1))
    if (name.includes('*')) {
      const next = new Step(this.depth + 1)
      ;(this.byPattern ??= []).push([name, fitting(name), next])
      return next
    }
    this.byName ??= new Map()
    const next = this.byName.get(name) ?? new Step(this.depth + 1)
    this.byName.set(name, next)
    return next
  }
}

/** A set of file names, in any folder. */
export class NameSet {
  private readonly exact = new Set<string>()
  private readonly patterns: ((name: string) => boolean)[] = []

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const small = name.toLowerCase()
      if (small.includes('*')) this.patterns.push(fitting(small))
      else this.exact.add(small)
    }
  }

  /** The name must be in lower case, as `splitPath` returns it. */
  has(name: string): boolean {
    return this.exact.has(name) || this.patterns.some((fits) => fits(name))
  }
}

/** Most patterns have one star at an end, which needs no general matching. */
function fitting(pattern: string): (name: string) => boolean {
  const fixed = pattern.replace('*', '')
  if (fixed.includes('*')) return (name) => nameFits(pattern, name)
  if (pattern.startsWith('*')) return (name) => name.endsWith(fixed)
  if (pattern.endsWith('*')) return (name) => name.startsWith(fixed)
  const [start, end] = pattern.split('*') as [string, string]
  return (name) => name.length >= fixed.length && name.startsWith(start) && name.endsWith(end)
}
