/** Signs that steer a terminal or reorder a line, and those that nobody sees. */
const UNSEEN = /[\p{Cf}\p{Co}]/gu
const SPACE = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/** Text from outside as one line that can be shown to people: nothing that steers a terminal, and not too much of it. */
export function plain(text: string, most = 200): string {
  // Cut first as well: a program may have said megabytes.
  const line = text
    .slice(0, most * 8)
    .toWellFormed()
    .replace(SPACE, ' ')
    .replace(UNSEEN, '')
    .trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

/** A name from outside, in quotes. */
export function quoted(name: string): string {
  return `"${plain(name, 60)}"`
}
