/** Invisible characters, in which text can hide: joiners, direction marks, tags, private ones. */
const UNSEEN = /[\p{Cf}\p{Co}\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/gu
const SPACE = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/** Turns a tool's text into one line of ordinary characters, so that it cannot break out of its quotation. */
export function plainText(text: string, limit: number): string {
  // Only the beginning of a long text is cleaned, because no more of it is needed.
  const beginning = text.slice(0, limit * 4)
  const characters = [...beginning.toWellFormed().replace(UNSEEN, '').replace(SPACE, ' ').trim()]
  const isWhole = characters.length <= limit && beginning.length === text.length
  return isWhole ? characters.join('') : `${characters.slice(0, limit - 1).join('')}…`
}
