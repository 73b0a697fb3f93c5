/** Format characters, such as bidirectional marks, and private-use characters. */
const UNSEEN = /[\p{Cf}\p{Co}]/gu
const SPACE = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/** External text as one line that is safe to display: without terminal control characters, and truncated. */
export function plain(text: string, most = 200): string {
  // Truncated first, because a program may have printed megabytes.
  const line = text
    .slice(0, most * 8)
    .toWellFormed()
    .replace(SPACE, ' ')
    .replace(UNSEEN, '')
    .trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

/** An external name, in quotes. */
export function quoted(name: string): string {
  return `"${plain(name, 60)}"`
}
