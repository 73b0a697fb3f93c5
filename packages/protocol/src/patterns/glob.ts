/** Whether a name fits a pattern in which only `*` and `?` are special. */
export function nameFits(pattern: string, name: string): boolean {
  return sequenceFits([...pattern], [...name], '*', (wanted, found) => wanted === '?' || wanted === found)
}

/** Whether a name fits a pattern as bash reads it: with `[a-z]`, `[!a]` and `\*`, too. */
export function nameFitsShell(pattern: string, name: string): boolean {
  return sequenceFits(partsOf(pattern), [...name], ANY, (part, found) => part !== ANY && part(found))
}

/** Replaces classes such as `[a-z]` so that the pattern fits at least as much, in any shell and locale. */
export function withoutClasses(pattern: string): string {
  const classes = new RegExp(String.raw`${CLASS}(?<end>\])?|\[`, 'gu')
  return pattern.replace(classes, (...match) => ((match.at(-1) as Groups).end === undefined ? '*' : '?'))
}

/**
 * Matches with one kind of wildcard, which takes any number of elements: on a mismatch, the last one takes one more.
 * Takes time proportional to the product of both lengths at most, whatever the pattern.
 */
export function sequenceFits<Wanted, Found>(
  pattern: readonly Wanted[],
  found: readonly Found[],
  wildcard: Wanted,
  fits: (wanted: Wanted, found: Found) => boolean,
): boolean {
  let at = 0
  let lastWildcard = -1
  let retry = 0
  for (let index = 0; index < found.length;) {
    if (at < pattern.length && pattern[at] === wildcard) {
      lastWildcard = at++
      retry = index
    } else if (at < pattern.length && fits(pattern[at]!, found[index]!)) {
      at++
      index++
    } else if (lastWildcard !== -1) {
      at = lastWildcard + 1
      index = ++retry
    } else return false
  }
  while (at < pattern.length && pattern[at] === wildcard) at++
  return at === pattern.length
}

type Groups = Record<string, string | undefined>
type Part = typeof ANY | ((character: string) => boolean)

const ANY = 'any'
/** A member between `[` and `]`: a named class has its own brackets. `]` may be the first one: `[]a]`. */
const MEMBER = String.raw`\[:\w*:\]|\[=[^]=\]|\[\.[^][\w-]*\.\]|\\[^]`
const CLASS = String.raw`\[(?<not>[!^]|(?![!^]))(?<set>(?:${MEMBER}|[^\\])(?:${MEMBER}|[^\]\\])*)`
const PART = String.raw`${CLASS}\]|(?<any>\*)|(?<one>\?)|\\?(?<plain>[^])`

function partsOf(pattern: string): Part[] {
  return [...pattern.matchAll(new RegExp(PART, 'gu'))].map(({ groups }) => {
    const { not, set, any, one, plain } = groups as Groups
    if (any !== undefined) return ANY
    if (one !== undefined) return () => true
    if (set === undefined) return (character) => character === plain
    const ranges = rangesIn(set)
    return (character) => ranges.some(([from, to]) => isBetween(character, from, to)) === (not === '')
  })
}

/** `a-z_` has the ranges a to z and _ to _. A backward range matches nothing. */
function rangesIn(set: string): [from: string, to: string][] {
  const characters = [...set.matchAll(/\\?([^])/gu)]
  const ranges: [string, string][] = []
  for (let at = 0; at < characters.length; at++) {
    const from = characters[at]![1]!
    const isRange = characters[at + 1]?.[0] === '-' && at + 2 < characters.length
    if (isRange) at += 2
    ranges.push([from, characters[at]![1]!])
  }
  return ranges
}

function isBetween(character: string, from: string, to: string): boolean {
  const code = character.codePointAt(0)!
  return from.codePointAt(0)! <= code && code <= to.codePointAt(0)!
}
