import type { SecretSpan } from '../span.js'

/** `Recovery codes of the account:` */
const HEAD = /\b(?:recovery|backup|scratch|emergency)[ _-]codes?\b[^\r\n]{0,80}:[*_]{0,2}[ \t]{0,8}\r?$/i
const CODES =
  /^[ \t]{0,20}(?:[-*>] |\d{1,2}[.)] )?`?((?=[^\r\n]{0,40}\d)[A-Za-z\d]{4,12}(?:[- ][A-Za-z\d]{4,12}){0,3})`?[ \t]{0,8}\r?$/
const LONGEST_LINE = 200

/** Recovery codes for logging in without a second factor, one per line below a heading. */
export function findCodes(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  let isBelow = false
  let at = 0
  for (const line of text.split('\n')) {
    const code = isBelow && line.length < LONGEST_LINE ? CODES.exec(line)?.[1] : undefined
    if (code !== undefined) {
      const start = at + line.indexOf(code)
      spans.push({ start, end: start + code.length, kind: 'password' })
    } else if (line.trim() !== '') isBelow = line.length < LONGEST_LINE && HEAD.test(line)
    at += line.length + 1
  }
  return spans
}
