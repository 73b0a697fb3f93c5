/** Decides whether `[-abc]` in a synopsis is three switches, or one long option with a single dash. */

export interface FlagKnowledge {
  /** Whether the text's table says that this flag takes a value; undefined if the table does not have it. */
  takesValue(flag: string): boolean | undefined
  /** Whether the table has this flag. */
  has(flag: string): boolean
  /** Whether the table has options such as `-name`. */
  singleDashLong: boolean
  /** Whether the table has all these flags as names of one option. */
  areSame(flags: string[]): boolean
  /** Whether the word is an operand in another form of the synopsis. */
  isOperand(word: string): boolean
}

export function clusterOf(item: string, known: FlagKnowledge): string[] | undefined {
  const match = /^-([A-Za-z0-9@#?%]{2,})$/.exec(item)
  if (!match || known.has(item)) return undefined
  const letters = [...match[1]!]
  if (new Set(letters).size !== letters.length && !isRepeated(letters)) return undefined
  if (letters.every((letter) => known.has(`-${letter}`))) return unique(letters)
  if (known.singleDashLong) return undefined
  return looksLikeWord(match[1]!) ? undefined : unique(letters)
}

/** `-c[dfw]`: the letters can follow the first one. */
export function bundleOf(item: string, known: FlagKnowledge): string[] | undefined {
  const match = /^-([A-Za-z0-9])\[([A-Za-z0-9]{2,})\]$/.exec(item)
  if (!match) return undefined
  const letters = [...match[2]!]
  const isKnown = letters.every((letter) => known.has(`-${letter}`))
  return isKnown || !looksLikeWord(match[2]!) ? unique([match[1]!, ...letters]) : undefined
}

/** `-vvv` and `-nNvee`. */
function isRepeated(letters: string[]): boolean {
  return letters.some((letter, index) => letters[index + 1] === letter)
}

function unique(letters: string[]): string[] {
  return [...new Set(letters)]
}

/** Letters in order, of both cases or with digits are a list; pronounceable lower-case letters are a word. */
function looksLikeWord(letters: string): boolean {
  if (/[0-9@#?%]/.test(letters) || (/[a-z]/.test(letters) && /[A-Z]/.test(letters))) return false
  if (/^[A-Z]+$/.test(letters)) return letters.length > 4 && /[AEIOU]/.test(letters)
  const sorted = [...letters].sort().join('') === letters
  return !sorted && letters.length > 2 && /[aeiouy]/.test(letters) && !/[^aeiouy]{5}/.test(letters)
}
