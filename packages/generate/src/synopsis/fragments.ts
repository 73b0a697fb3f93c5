/** Options that a text lists as in a synopsis, but without the command's name: `[--json] [-w|--workspace <name>]`. */

import type { Section } from '../layout/section.js'
import type { TextLine } from '../text/lines.js'
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

/** Runs of consecutive lines: the first looks like the start of a list of options, the others like its continuation. */
function runsOf(prose: TextLine[]): TextLine[][] {
  const runs: TextLine[][] = []
  let last: TextLine | undefined
  for (const line of prose) {
    const run = runs.at(-1)
    if (run && last && run.at(-1) === last && line.number === last.number + 1 && INSIDE.test(line.text)) run.push(line)
    else if (START.test(line.text)) runs.push([line])
    last = line
  }
  return runs
}
