import { printable } from './controls.js'
import { toPlainData } from './plain-data.js'
import { isScalar, shortText } from './short-text.js'

/** One item of a stream as one line of text, with its values side by side: a table would have to wait for the rest. */
export function itemLine(item: unknown): string {
  const data = toPlainData(item)
  if (isScalar(data) || Array.isArray(data)) return printable(shortText(data))
  return Object.values(data)
    .map((value) => printable(shortText(value)))
    .join('  ')
}
