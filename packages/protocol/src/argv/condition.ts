import type { Condition } from '../x-atip.js'

/** `maybe`: the answer depends on a value that is not known yet. */
export type Truth = 'yes' | 'no' | 'maybe'

export interface Circumstances {
  /** The values of the occurrence that the rule is about. */
  words: readonly string[]
  /** Whether a parameter of this name is given in the call. */
  given: (name: string) => Truth
  /** Whether a word stands for something that is known only when the line runs. */
  isOpaque: (word: string) => boolean
}

const KNOWN_PARTS = new Set(['is', 'isNot', 'startsWith', 'contains', 'ignoreCase', 'with', 'without'])

/** Whether a condition holds. A part this version does not know makes the answer `maybe`. */
export function holds(condition: Condition | undefined, circumstances: Circumstances): Truth {
  if (condition === undefined) return 'yes'
  const { given } = circumstances
  const isUnknown = Object.keys(condition).some((part) => !KNOWN_PARTS.has(part))
  return allOf([
    valueHolds(condition, circumstances),
    ...(condition.with ?? []).map(given),
    ...(condition.without ?? []).map((name) => opposite(given(name))),
    isUnknown ? 'maybe' : 'yes',
  ])
}

function allOf(truths: readonly Truth[]): Truth {
  if (truths.includes('no')) return 'no'
  return truths.includes('maybe') ? 'maybe' : 'yes'
}

function opposite(truth: Truth): Truth {
  return truth === 'maybe' ? 'maybe' : truth === 'yes' ? 'no' : 'yes'
}

function valueHolds(condition: Condition, { words, isOpaque }: Circumstances): Truth {
  const { is, isNot, startsWith, contains } = condition
  if (is === undefined && isNot === undefined && startsWith === undefined && contains === undefined) return 'yes'
  const fold = (word: string) => (condition.ignoreCase === true ? word.toLowerCase() : word)
  const fits = (word: string) => {
    const folded = fold(word)
    return (
      (is === undefined || is.some((other) => fold(other) === folded)) &&
      (isNot === undefined || !isNot.some((other) => fold(other) === folded)) &&
      (startsWith === undefined || startsWith.some((start) => folded.startsWith(fold(start)))) &&
      (contains === undefined || contains.some((part) => folded.includes(fold(part))))
    )
  }
  if (words.some((word) => !isOpaque(word) && fits(word))) return 'yes'
  return words.some(isOpaque) ? 'maybe' : 'no'
}
