/**
 * What is known only when the line runs stands in a folded text as a mark. The marks are private-use characters, which
 * a line that is checked cannot contain: such a line is refused beforehand.
 */
export const MARKS = {
  /** Any number of words: an unquoted `$x`. */
  words: '\uf8f0',
  /** Certainly inside one word: `"$(date)"`. */
  word: '\uf8f1',
  /**
   * A variable that this line does not set. Whoever set it meant a file or a number, not an option: to doubt every
   * `grep x $file` would only teach people to stop reading our questions.
   */
  operand: '\uf8f2',
  /** Anything, from another machine or from encoded text. */
  foreign: '\uf8f3',
  /** As `operand`, and by its name it holds a secret: `$GITHUB_TOKEN`. */
  secret: '\uf8f4',
} as const

/** What was read from a place where secrets are, as against a variable that may hold one: `$(cat ~/.netrc)`. */
export const SECRET_TEXT = MARKS.secret + MARKS.words

/** Whether a word has such a text in it; in a variable it is one word. */
export function hasSecretText(word: string): boolean {
  return word.includes(SECRET_TEXT) || word.includes(MARKS.secret + MARKS.word)
}

export function hasMarks(text: string): boolean {
  return /[\uf8f0-\uf8f4]/.test(text)
}

/** Capitals, because such variables come from outside: a `$token` in a loop is any word. */
export function isSecretVariable(name: string): boolean {
  return SECRET_VARIABLE.test(name)
}

const SECRET_VARIABLE =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|(?:ACCESS|PRIVATE|SECRET|SIGNING|ENCRYPTION|MASTER)_KEY|CREDENTIALS?)$|_(?:PASS|PAT)$/

/** As `effectsOf` asks: whether a word is known. What begins with a plain character cannot become an option. */
export function opacityOf(word: string): boolean | 'word' {
  if (word.includes(MARKS.words) || word.includes(MARKS.foreign)) return true
  if (!word.includes(MARKS.word)) return false
  return word.startsWith(MARKS.word) || word.startsWith('-') ? 'word' : false
}

export function withoutMarks(text: string): string {
  return text.replace(/[\uf8f0-\uf8f4]+/g, '')
}

/** For what reads code, to which a mark is no word: any value, as plain as can be. */
export function withMarksAsZeros(text: string): string {
  return text.replace(/[\uf8f0-\uf8f4]/g, '0')
}

/** For people: marks as an ellipsis. */
export function readable(text: string): string {
  return hasMarks(text) ? text.replace(/[\uf8f0-\uf8f4]+/g, '…') : text
}
