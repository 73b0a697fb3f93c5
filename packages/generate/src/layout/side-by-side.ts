/** Rearranges two tables that are side by side so that the second is below the first. */

import { segmentsOf } from './split.js'
import { startsWithFlag } from '../spec/option-spec.js'
import type { TextLine } from '../text/lines.js'

/** At least this many options must begin at the same column in the middle of lines. */
const ENOUGH = 3

export function unfolded(lines: TextLine[]): TextLine[] {
  const counts = new Map<number, number>()
  const borders = lines.map((line) => secondFlag(line))
  for (const border of borders) if (border !== undefined) counts.set(border, (counts.get(border) ?? 0) + 1)
  return lines.flatMap((line, index) => {
    const border = borders[index]
    if (border === undefined || counts.get(border)! < ENOUGH) return [line]
    const at = border - line.indent
    return [
      { ...line, text: line.text.slice(0, at).trimEnd() },
      { ...line, text: line.text.slice(at) },
    ]
  })
}

/** The column of an option that follows the description of another one. */
function secondFlag(line: TextLine): number | undefined {
  if (!startsWithFlag(line.text)) return undefined
  const segments = segmentsOf(line.text)
  const at = segments.findIndex(
    ({ text }, index) => index > 1 && startsWithFlag(text) && !startsWithFlag(segments[index - 1]!.text),
  )
  if (at === -1 || at === segments.length - 1) return undefined
  return line.indent + segments[at]!.start
}
