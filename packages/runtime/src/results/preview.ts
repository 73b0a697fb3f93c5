/**
 * Three quarters of the limit from the beginning of a text and one quarter from its end, without splitting characters.
 */
export function previewOf(text: string, limit: number): string {
  const points = [...text]
  if (points.length <= limit) return text
  const tail = Math.floor(limit / 4)
  const head = points.slice(0, limit - tail).join('')
  const note = `\n[… ${points.length - limit} characters left out …]\n`
  return head + note + points.slice(points.length - tail).join('')
}
