import { nameFits, sequenceFits, withoutClasses } from '@atip/protocol/calls'

/** Whether an absolute path fits an absolute pattern: `*` and `?` stay in one folder, `**` is any number of folders. */
export function pathFits(pattern: string, path: string): boolean {
  return sequenceFits(segmentsOf(pattern), segmentsOf(path), '**', nameFits)
}

/** Whether some path fits both the pattern and a word that the shell will expand: `*.md` never becomes a `.pem`. */
export function mayMeet(pattern: string, expanded: string): boolean {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(expanded)]
  // Dynamic programming from the end: whether the rest of the pattern can match the rest of the path.
  let below = given.map(() => false).concat(true)
  for (const segment of wanted.toReversed()) {
    const row = below.map(() => false)
    for (let at = given.length; at >= 0; at--) {
      if (segment === '**') row[at] = below[at]! || (at < given.length && row[at + 1]!)
      else row[at] = at < given.length && below[at + 1]! && namesMeet(segment, given[at]!)
    }
    below = row
  }
  return below[0]!
}

/** The same for a single name. Shell wildcards skip hidden files, unless the dot is written. */
function namesMeet(pattern: string, expanded: string): boolean {
  if (pattern.startsWith('.') && /^[*?[]/.test(expanded)) return false
  const [a, b] = [[...pattern], [...withoutClasses(expanded)]]
  let below = b.map(() => false).concat(true)
  for (let at = b.length - 1; at >= 0 && b[at] === '*'; at--) below[at] = true
  for (const one of a.toReversed()) {
    const row = below.map(() => false)
    for (let at = b.length; at >= 0; at--) {
      const other = b[at]
      if (one === '*') row[at] = below[at]! || (at < b.length && row[at + 1]!)
      else if (other === '*') row[at] = row[at + 1]! || below[at]!
      else row[at] = at < b.length && below[at + 1]! && (one === '?' || other === '?' || one === other)
    }
    below = row
  }
  return below[0]!
}

/** Whether a path below this one can match the pattern. */
export function mayLieBelow(pattern: string, path: string): boolean {
  const wanted = segmentsOf(pattern)
  return segmentsOf(path).every((segment, index) => {
    const [one] = wanted.slice(index)
    return wanted.slice(0, index + 1).includes('**') || (one !== undefined && nameFits(one, segment))
  })
}

/**
 * Makes a pattern absolute. `~` is the home; a name without a slash such as `*.pem` fits in any folder; everything else
 * is relative to the base.
 */
export function absolutePattern(pattern: string, base: string | undefined, home: string): string {
  if (pattern.startsWith('/')) return pattern
  if (pattern === '~' || pattern.startsWith('~/')) return home + pattern.slice(1)
  if (!pattern.includes('/') && pattern !== '.') return `/**/${pattern}`
  return `${base ?? ''}/${pattern}`
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.')
}
