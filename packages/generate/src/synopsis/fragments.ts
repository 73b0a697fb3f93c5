/** Options that a text lists as a synopsis would, without a form around them: `[--json] [-w|--workspace <name>]`. */

import type { Section } from '../layout/section.js'
import type { Line } from '../text/lines.js'
import { joinWrapped } from '../text/lines.js'
import type { Synopsis } from './collect.js'

const START = /^(?:[A-Z][\w ]{0,30}: +)?\[ *-{1,2}[\w?]|^\[[A-Z_]+\] \[-/
const INSIDE = /^\[|^-{1,2}[\w-]+\]|\]$/

export function fragmentsIn(sections: Section[]): Synopsis[] {
  const found: Synopsis[] = []
  for (const section of sections) {
    if (section.kind === 'examples') continue
    for (const lines of runsOf(section.prose)) {
      const text = joinWrapped(
        lines.map((line) => line.text.replace(/^[A-Z][\w ]{0,30}: +(?=\[)/, '').replace(/\] \([^()]*\)$/, ']')),
      )
      found.push({ text, lines: [lines[0]!.number, lines.at(-1)!.number] })
    }
  }
  return found
}

/** Lines that follow each other, from one that begins so to the last that still looks so. */
function runsOf(prose: Line[]): Line[][] {
  const runs: Line[][] = []
  let last: Line | undefined
  for (const line of prose) {
    const run = runs.at(-1)
    if (run && last && run.at(-1) === last && line.number === last.number + 1 && INSIDE.test(line.text)) run.push(line)
    else if (START.test(line.text)) runs.push([line])
    last = line
  }
  return runs
}
