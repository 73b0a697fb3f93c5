/** Invisible characters: joiners, marks of direction, tags, private ones. Text can hide in them. */
const UNSEEN = /[\p{Cf}\p{Co}\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/gu
const SPACE = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/** Text from a tool as one line of ordinary characters, so that it cannot leave the place where it is quoted. */
export function plainText(text: string, limit: number): string {
  // Of a long text only the beginning is cleaned: no more of it is wanted.
  const beginning = text.slice(0, limit * 4)
  const characters = [...beginning.toWellFormed().replace(UNSEEN, '').replace(SPACE, ' ').trim()]
  const isWhole = characters.length <= limit && beginning.length === text.length
  return isWhole ? characters.join('') : `${characters.slice(0, limit - 1).join('')}…`
}
