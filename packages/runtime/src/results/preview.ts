/**
 * Three quarters of the limit from the beginning of a text and one quarter from its end, without splitting characters.
 */
export function previewOf(text: string, limit: number): string {
  const points = countOf(text)
  if (points <= limit) return text
  const tail = Math.floor(limit / 4)
  return `${firstOf(text, limit - tail)}\n[… ${points - limit} characters left out …]\n${lastOf(text, tail)}`
}

// A character has at most two units. To split a whole text would take too much memory.

function firstOf(text: string, count: number): string {
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('')
}

function lastOf(text: string, count: number): string {
  return count === 0
    ? ''
    : Array.from(text.slice(-2 * count))
        .slice(-count)
        .join('')
}

function countOf(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) count++
  return count
}
