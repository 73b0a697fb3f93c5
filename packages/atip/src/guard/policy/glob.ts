/** Whether a name fits a pattern with `*` and `?`. Takes time that grows with both lengths, and no more. */
export function nameFits(pattern: string, name: string): boolean {
  return fits([...pattern], [...name], '*', (wanted, found) => wanted === '?' || wanted === found)
}

/** Whether an absolute path fits an absolute pattern: `*` and `?` stay in one folder, `**` is any number of folders. */
export function pathFits(pattern: string, path: string): boolean {
  return fits(segmentsOf(pattern), segmentsOf(path), '**', nameFits)
}

/** Whether something that fits the pattern may stand below the path. */
export function mayLieBelow(pattern: string, path: string): boolean {
  const wanted = segmentsOf(pattern)
  return segmentsOf(path).every((segment, index) => {
    const [one] = wanted.slice(index)
    return wanted.slice(0, index + 1).includes('**') || (one !== undefined && nameFits(one, segment))
  })
}

/**
 * A pattern as an absolute one. `~` is the home; what has no slash fits everywhere, as `*.pem`; everything else begins
 * at the base.
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

/** The usual match with one kind of wildcard: on a failure the last one takes one element more. */
function fits(
  pattern: readonly string[],
  found: readonly string[],
  wildcard: string,
  isSame: (wanted: string, found: string) => boolean,
): boolean {
  let at = 0
  let lastWildcard = -1
  let retry = 0
  for (let index = 0; index < found.length;) {
    if (at < pattern.length && pattern[at] === wildcard) {
      lastWildcard = at++
      retry = index
    } else if (at < pattern.length && isSame(pattern[at]!, found[index]!)) {
      at++
      index++
    } else if (lastWildcard !== -1) {
      at = lastWildcard + 1
      index = ++retry
    } else return false
  }
  while (pattern[at] === wildcard) at++
  return at === pattern.length
}
