import { stem } from './stem.js'

/** Words that do not help to tell commands apart. */
const STOP_WORDS = new Set(
  (
    'a an the of to in on for with and or by from as is are be this that it its into at any all each using use used ' +
    'via per not no if then than so do does can will may also only e g ie eg etc other another one more such some ' +
    'specific given certain specified current default'
  ).split(' '),
)

const stems = new Map<string, string>()

/** The terms of a text in order: stemmed, without stop words. */
export function termsOf(text: string): string[] {
  return wordsOf(text).map(termOf)
}

/** The lower-case words of a text, without stop words. `readLine` is two words. */
export function wordsOf(text: string): string[] {
  const small = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  const words = small.match(ASCII.test(small) ? /[a-z0-9]+/g : /[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.filter((word) => !STOP_WORDS.has(word))
}

// oxlint-disable-next-line no-control-regex -- ASCII begins with them
const ASCII = /^[\0-\x7f]*$/

/** Texts repeat words, so stems are cached, up to a limit. */
export function termOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size > 50_000) stems.clear()
  const made = stem(word)
  stems.set(word, made)
  return made
}
