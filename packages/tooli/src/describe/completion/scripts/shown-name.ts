import { quoteWord } from '@atip/protocol'

/** A name that needs no quotes anywhere, so that it can be put in comments and headers. */
export function isPlainName(name: string): boolean {
  return /^\w[\w.+-]*$/.test(name)
}

/** The name for a line in a comment that users copy. A tool's name has no control characters, so no line breaks. */
export function shownName(name: string): string {
  return isPlainName(name) ? name : quoteWord(name)
}
