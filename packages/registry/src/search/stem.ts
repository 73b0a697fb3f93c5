const VOWEL = /[aeiouy]/
const DOUBLED = /([bdfgmnprt])\1$/

/** The stem that all forms of an English word share: `deleting`, `deletes` and `deletion` become `delet`. */
export function stem(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word
  return ending(derivation(inflection(plural(word))))
}

/** The characters that every word shares with its stem. */
export function beginningOf(word: string): string {
  return word.slice(0, 2)
}

function plural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word
}

function inflection(word: string): string {
  for (const suffix of ['ing', 'ed']) {
    if (!word.endsWith(suffix)) continue
    const rest = word.slice(0, -suffix.length)
    // Not for `string` and `need`.
    if (rest.length < 3 || !VOWEL.test(rest) || (suffix === 'ed' && rest.endsWith('e'))) return word
    return DOUBLED.test(rest) ? rest.slice(0, -1) : rest
  }
  return word
}

/** Derivational suffixes and their replacements; the first match is applied. */
const SUFFIXES: readonly [suffix: string, left: string][] = [
  ['ization', 'iz'],
  ['isation', 'iz'],
  ['ational', 'at'],
  ['ation', 'at'],
  ['ition', 'it'],
  ['ability', 'abl'],
  ['ibility', 'ibl'],
  ['iveness', 'iv'],
  ['fulness', 'ful'],
  ['ement', 'e'],
  ['ment', ''],
  ['ness', ''],
  ['able', ''],
  ['ible', ''],
  ['ively', 'iv'],
  ['ally', 'al'],
  ['ly', ''],
  ['ion', ''],
  ['ator', 'at'],
  ['or', ''],
  ['er', ''],
  ['al', ''],
  ['ance', ''],
  ['ence', ''],
  ['ive', ''],
  ['ous', ''],
  ['ity', ''],
  ['ize', 'iz'],
  ['ise', 'iz'],
  ['ful', ''],
]

function derivation(word: string): string {
  for (const [suffix, left] of SUFFIXES) {
    if (!word.endsWith(suffix)) continue
    const rest = word.slice(0, -suffix.length)
    if (rest.length < 4 || !VOWEL.test(rest)) continue
    if (suffix === 'ion' && !/[st]$/.test(rest)) continue
    return left === '' && DOUBLED.test(rest) ? rest.slice(0, -1) : rest + left
  }
  return word
}

function ending(word: string): string {
  const rest = word.endsWith('e') && word.length > 3 ? word.slice(0, -1) : word
  return rest.length > 2 && /[^aeiou]y$/.test(rest) ? `${rest.slice(0, -1)}i` : rest
}
