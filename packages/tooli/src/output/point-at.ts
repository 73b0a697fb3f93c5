import { quoteLine } from '@atip/protocol'
import { printable } from './printable.js'
import type { Paint } from './style.js'
import { cut, displayWidth } from './width.js'

const INDENT = '  '

/** A command line in one row, and marks under the wrong word. */
export function pointAt(words: readonly string[], index: number | undefined, width: number, paint: Paint): string[] {
  const shown = words.map((word) => printable(quoteLine([word])))
  const space = width - INDENT.length
  const wrong = index === undefined ? undefined : shown[index]
  if (index === undefined || wrong === undefined) return [INDENT + cut(shown.join(' '), space)]
  // The words before the mistake explain it best, so they get the space first.
  const word = cut(wrong, space - 4)
  const before = lastThatFit(shown.slice(0, index), space - displayWidth(word) - 2)
  const after = shown.slice(index + 1).join(' ')
  const lead = before === '' ? '' : `${before} `
  const left = space - displayWidth(lead + word) - 1
  const tail = after === '' || left < 1 ? '' : ` ${cut(after, left)}`
  const mark = '^'.repeat(Math.max(1, displayWidth(word)))
  return [INDENT + lead + paint(word) + tail, INDENT + ' '.repeat(displayWidth(lead)) + paint(mark)]
}

function lastThatFit(words: readonly string[], space: number): string {
  const whole = words.join(' ')
  if (displayWidth(whole) <= space) return whole
  let kept = ''
  for (const word of words.toReversed()) {
    const longer = kept === '' ? word : `${word} ${kept}`
    if (displayWidth(longer) + 2 > space) break
    kept = longer
  }
  return kept === '' ? '…' : `… ${kept}`
}
