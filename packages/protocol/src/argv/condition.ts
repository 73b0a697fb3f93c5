import type { Condition } from '../types/x-atip.js'

/** `maybe`: the answer depends on a value that is not known yet. */
export type Truth = 'yes' | 'no' | 'maybe'

export interface Circumstances {
  /** The values of the occurrence that the rule is about. */
  words: readonly string[]
  /** Whether a parameter of this name is given in the call. */
  given: (name: string) => Truth
  /** Whether no parameter of this name is given. */
  absent: (name: string) => Truth
  /** The words of every occurrence of a parameter. */
  valuesOf: (name: string) => readonly string[]
  /** Whether a word stands for something that is known only when the line runs. */
  isOpaque: (word: string) => boolean
  /** Whether the beginning of an opaque word is known; that may be enough to decide. */
  isPartly: (word: string) => boolean
}

/** The parts of a condition that test a value, as opposed to which other parameters are given. */
export const VALUE_PARTS = [
  'is',
  'isNot',
  'startsWith',
  'contains',
  'like',
  'isNotLike',
] as const satisfies (keyof Condition)[]

const KNOWN_PARTS = new Set<string>([...VALUE_PARTS, 'ignoreCase', 'with', 'without', 'values'])

/** Whether a condition holds. A part this version does not know makes the answer `maybe`. */
export function holds(condition: Condition | undefined, circumstances: Circumstances): Truth {
  if (condition === undefined) return 'yes'
  const { given, absent } = circumstances
  const values = Object.entries(condition.values ?? {})
  const isUnknown = Object.keys(condition).some((part) => !KNOWN_PARTS.has(part))
  return allOf([
    valueHolds(condition, circumstances),
    ...(condition.with ?? []).map(given),
    ...(condition.without ?? []).map(absent),
    ...values.map(([name, allowed]) => allOf([given(name), valuesHold(allowed, name, circumstances)])),
    isUnknown ? 'maybe' : 'yes',
  ])
}

/** If only some of several values match, the answer is `maybe`: the tool decides which value counts. */
function valuesHold(allowed: readonly string[], name: string, { valuesOf, isOpaque }: Circumstances): Truth {
  const words = valuesOf(name)
  if (words.length === 0 || words.some(isOpaque)) return 'maybe'
  const fitting = words.filter((word) => allowed.includes(word)).length
  return fitting === words.length ? 'yes' : fitting === 0 ? 'no' : 'maybe'
}

export function allOf(truths: readonly Truth[]): Truth {
  if (truths.includes('no')) return 'no'
  return truths.includes('maybe') ? 'maybe' : 'yes'
}

export function opposite(truth: Truth): Truth {
  return truth === 'maybe' ? 'maybe' : truth === 'yes' ? 'no' : 'yes'
}

function valueHolds(condition: Condition, { words, isOpaque, isPartly }: Circumstances): Truth {
  const { is, isNot, startsWith, contains, like, isNotLike } = condition
  if ((is ?? isNot ?? startsWith ?? contains ?? like ?? isNotLike) === undefined) return 'yes'
  const fold = (word: string) => (condition.ignoreCase === true ? word.toLowerCase() : word)
  const isMeant = (word: string) => {
    const folded = fold(word)
    return (
      (is === undefined || is.some((other) => fold(other) === folded)) &&
      (isNot === undefined || !isNot.some((other) => fold(other) === folded)) &&
      (startsWith === undefined || startsWith.some((start) => folded.startsWith(fold(start)))) &&
      (contains === undefined || contains.some((part) => folded.includes(fold(part)))) &&
      (like === undefined || like.some((pattern) => fits(folded, fold(pattern)))) &&
      (isNotLike === undefined || !isNotLike.some((pattern) => fits(folded, fold(pattern))))
    )
  }
  if (words.some((word) => (!isOpaque(word) || isPartly(word)) && isMeant(word))) return 'yes'
  return words.some(isOpaque) ? 'maybe' : 'no'
}

/** Whether a text matches a pattern in which `*` stands for any text without a slash. */
function fits(text: string, pattern: string): boolean {
  const parts = text.split('/')
  const wanted = pattern.split('/')
  return parts.length === wanted.length && parts.every((part, place) => fitsPart(part, wanted[place]!))
}

function fitsPart(text: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return text === pattern
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let rest = text.slice(first.length, text.length - last.length)
  for (const piece of others) {
    const place = rest.indexOf(piece)
    if (place === -1) return false
    rest = rest.slice(place + piece.length)
  }
  return true
}
