/** Descriptions should have at most 200 characters (RFC 3.2). */
const LONGEST = 200

/**
 * The text in one line. If it is too long, it ends with its last complete sentence, otherwise with its last complete
 * word.
 */
export function shortened(text: string): string {
  const line = text
    .slice(0, 4 * LONGEST)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= LONGEST) return line
  const head = line.slice(0, LONGEST)
  const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('; '))
  if (sentence >= LONGEST / 3) return head.slice(0, sentence + 1).replace(/;$/, '')
  const word = line.slice(0, LONGEST - 1)
  const blank = word.lastIndexOf(' ')
  return `${wellFormed(blank > 0 ? word.slice(0, blank) : word)}…`
}

/** Removes half of a surrogate pair that a cut may leave. */
function wellFormed(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}
