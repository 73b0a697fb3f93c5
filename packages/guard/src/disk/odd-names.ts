import { posix } from 'node:path'
import { expandPattern } from './expand-pattern.js'
import { Effort, statsOf } from './walk.js'

/** Signs by which a name is an option, or something else than a name to a shell that reads it again. */
const ODD = /^-|[$`;|&<>"\n\r]/

/** A name that a line which takes it from the folder may read as an option, as code, or as several names. */
export function isOddName(path: string): boolean {
  const [folder, name] = [posix.dirname(path), posix.basename(path)]
  if (ODD.test(name)) return true
  const [, ...others] = name.split(/\s+/)
  return others.some((part) => part.startsWith('-') || (part !== '' && statsOf(posix.join(folder, part)) !== undefined))
}

const LIMITS = { entries: 5000, milliseconds: 50 }

/** The first odd name that patterns find. */
export function oddNameAt(
  patterns: readonly string[],
  now: () => number = () => performance.now(),
): string | undefined {
  const effort = new Effort(LIMITS, now)
  for (const pattern of new Set(patterns)) {
    const odd = expandPattern(pattern, effort).find(isOddName)
    if (odd !== undefined) return odd
  }
  return undefined
}
