import { stem } from './stem.js'

/** Words that say nothing about which command is meant. */
const STOP_WORDS = new Set(
  (
    'a an the of to in on for with and or by from as is are be this that it its into at any all each using use used ' +
    'via per not no if then than so do does can will may also only e g ie eg etc other another one more such some ' +
    'specific given certain specified current default'
  ).split(' '),
)

const stems = new Map<string, string>()

/** The terms of a text, in their order: words without their forms, stop words left out. */
export function termsOf(text: string): string[] {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return (words ?? []).filter((word) => !STOP_WORDS.has(word)).map(stemOnce)
}

/** Texts repeat their words: each is looked at once, up to a number that bounds what is remembered. */
function stemOnce(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size > 50_000) stems.clear()
  const made = stem(word)
  stems.set(word, made)
  return made
}
