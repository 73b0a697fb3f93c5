import { sha256 } from './sha256.js'

/**
 * The form of a compiled name. 47 characters leave room, in every provider's 64, for the `mcp__server__` that some
 * clients put in front.
 */
export interface NameRule {
  /** Matches a character that must be replaced. */
  forbidden: RegExp
  maxLength: number
  /** Names that have another meaning where they are used. */
  isReserved?: (name: string) => boolean
}

export const TOOL_NAMES: NameRule = { forbidden: /[^a-zA-Z0-9_-]/g, maxLength: 47 }

/** Digits of the hash in a name; more only if fewer would collide. */
const DIGITS = [6, 12, 24, 40]

/**
 * A unique name for each path, whatever the paths are. Names that would be the same all get six digits of their path's
 * hash, as do long and reserved ones, so that the order of tools does not matter (decision 27).
 */
export function toolNames(paths: readonly (readonly string[])[], rule: NameRule = TOOL_NAMES): string[] {
  const names = paths.map((path) => plainName(path, rule))
  const uses = countOf(names)
  const taken = new Set<string>()
  const open: number[] = []
  for (const [index, name] of names.entries()) {
    const isFree = uses.get(name) === 1 && rule.isReserved?.(name) !== true
    if (isFree && name.length <= rule.maxLength) taken.add(name)
    else open.push(index)
  }
  if (open.length > 0) settle(open, paths, names, taken, rule)
  return names
}

function plainName(path: readonly string[], { forbidden }: NameRule): string {
  const name = path.join('_').replace(forbidden, '_')
  return /^[a-zA-Z_]/.test(name) ? name : `_${name}`
}

/** Replaces the names at these places by names with a hash, in rounds: those that still collide get more digits. */
function settle(
  places: readonly number[],
  paths: readonly (readonly string[])[],
  names: string[],
  taken: Set<string>,
  { maxLength }: NameRule,
): void {
  const hashes = hashesOf(places.map((place) => paths[place]!.join('\0')))
  let open = places.map((place, index) => ({ place, plain: names[place]!, hash: hashes[index]! }))
  for (const digits of DIGITS) {
    const wanted = open.map(({ plain, hash }) => withHash(plain, hash.slice(0, digits), maxLength))
    const uses = countOf(wanted)
    const isFree = wanted.map((name) => uses.get(name) === 1 && !taken.has(name))
    for (const [index, { place }] of open.entries()) {
      if (!isFree[index]) continue
      names[place] = wanted[index]!
      taken.add(wanted[index]!)
    }
    open = open.filter((_, index) => !isFree[index])
    if (open.length === 0) return
  }
  // Only names that were crafted to collide with forty digits of a hash get here.
  for (const { place, plain, hash } of open) {
    let name = plain
    for (let count = 0; taken.has(name) || name === plain; count++) {
      name = withHash(plain, sha256(hash + count).slice(0, DIGITS[3]), maxLength)
    }
    names[place] = name
    taken.add(name)
  }
}

/** A path that occurs again (one tool given twice) is distinguished by its number. */
function hashesOf(keys: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return keys.map((key) => {
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return sha256(count === 0 ? key : `${key}\0\0${count}`)
  })
}

/** Cuts a name so that it fits with its hash. */
export function withHash(name: string, hash: string, maxLength: number): string {
  return `${name.slice(0, maxLength - hash.length - 1)}_${hash}`
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
