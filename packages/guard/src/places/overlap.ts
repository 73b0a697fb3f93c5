/**
 * How many letters of a listed name a glob pattern spells out: 2 for `*.pem` and `*.pe?`. Undefined if no name fits
 * both. In the listed name only `*` is special, in the pattern also `?`.
 */
export function overlapOf(pattern: string, listed: string): number | undefined {
  // A pattern finds a hidden name only if it contains the dot.
  if (listed.startsWith('.') && !pattern.startsWith('.')) return undefined
  if (beginsOtherwise(pattern, listed) || endsOtherwise(pattern, listed)) return undefined
  // Computed row by row from the end: each cell is the overlap of the rest of both.
  let below = row(listed.length + 1)
  below[listed.length] = 0
  for (let column = listed.length - 1; column >= 0; column--) {
    below[column] = listed[column] === '*' ? below[column + 1]! : NONE
  }
  for (let line = pattern.length - 1; line >= 0; line--) {
    const wanted = pattern[line]!
    const here = row(listed.length + 1)
    for (let column = listed.length; column >= 0; column--) {
      const found = listed[column]
      const skipsListed = found === undefined ? NONE : here[column + 1]!
      const both = found === undefined ? NONE : below[column + 1]!
      if (wanted === '*') here[column] = Math.max(below[column]!, skipsListed)
      else if (found === '*') here[column] = Math.max(skipsListed, below[column]!)
      else if (wanted === '?') here[column] = both
      else here[column] = wanted === found ? both + (isLetter(wanted) ? 1 : 0) : NONE
    }
    below = here
  }
  return below[0]! < 0 ? undefined : below[0]!
}

/** Whether a pattern spells enough of a listed name to mean it: half of it, or three letters of an exact name. */
export function spells(pattern: string, listed: string, ending = ''): boolean {
  const overlap = overlapOf(pattern, listed)
  if (overlap === undefined) return false
  // Many files have such an ending, so its letters do not count.
  const told = ending === '' || !pattern.endsWith(ending) ? overlap : overlap - lettersIn(ending)
  const letters = lettersIn(listed.slice(0, listed.length - ending.length))
  return told >= 2 && (told * 2 >= letters || (told >= 3 && !listed.includes('*')))
}

/** A fast check: most pairs already differ before their first star, or after their last. */
function beginsOtherwise(pattern: string, listed: string): boolean {
  for (let at = 0; ; at++) {
    const [wanted, found] = [pattern[at], listed[at]]
    if (wanted === '*' || found === '*' || wanted === undefined) return false
    if (wanted !== '?' && wanted !== found) return true
  }
}

function endsOtherwise(pattern: string, listed: string): boolean {
  for (let back = 1; ; back++) {
    const [wanted, found] = [pattern.at(-back), listed.at(-back)]
    if (wanted === '*' || found === '*' || wanted === undefined) return false
    if (wanted !== '?' && wanted !== found) return true
  }
}

const NONE = Number.NEGATIVE_INFINITY

function row(length: number): number[] {
  return Array.from<number>({ length }).fill(NONE)
}

function lettersIn(text: string): number {
  return [...text].filter(isLetter).length
}

function isLetter(character: string): boolean {
  return /[\w-]/.test(character)
}
