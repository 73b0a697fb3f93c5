import { CrawlFailure } from '../failure.js'
import type { DebianPackage, PackageIndex } from '../sources/types.js'

export interface Closure {
  /** The essential packages, first. */
  base: DebianPackage[]
  /** The package and its other dependencies. */
  own: DebianPackage[]
}

/** All dependencies of a package, with the essential packages. Takes the first existing one of several alternatives. */
export function closureOf(name: string, index: PackageIndex, { megabytes }: { megabytes: number }): Closure {
  const base = reach(
    index.essential.map((one) => one.name),
    index,
    new Set(),
  )
  const known = new Set(base.map((one) => one.name))
  const own = reach([name], index, known)
  const size = own.reduce((sum, one) => sum + one.installedSize, 0) / 1024
  if (size > megabytes) {
    const message = `${name} needs ${own.length} packages of ${Math.round(size)} MB (limit dependencyMegabytes: ${megabytes})`
    throw new CrawlFailure('dependencies', message)
  }
  return { base, own }
}

function reach(names: readonly string[], index: PackageIndex, known: ReadonlySet<string>): DebianPackage[] {
  const found = new Map<string, DebianPackage>()
  const queue = [...names]
  for (const name of queue) {
    const one = index.get(name) ?? index.providers(name)[0]
    if (one === undefined || known.has(one.name) || found.has(one.name)) continue
    found.set(one.name, one)
    for (const alternatives of one.depends) {
      const isThere = alternatives.some((other) => known.has(other) || found.has(other))
      const next = alternatives.find((other) => index.get(other) !== undefined) ?? alternatives[0]
      if (!isThere && next !== undefined) queue.push(next)
    }
  }
  return [...found.values()]
}
