import { quoteLine } from '../parse/quote.js'
import { printable } from './printable.js'
import type { Paint } from './style.js'
import { cut, displayWidth } from './width.js'

const INDENT = '  '

/** A command line in one row, and below it marks under the word that is wrong. */
export function pointAt(words: readonly string[], index: number | undefined, width: number, paint: Paint): string[] {
  const shown = words.map((word) => printable(quoteLine([word])))
  const room = width - INDENT.length
  const wrong = index === undefined ? undefined : shown[index]
  if (index === undefined || wrong === undefined) return [INDENT + cut(shown.join(' '), room)]
  // Most of what the line says about the mistake stands before it, so that side gets the room first.
  const word = cut(wrong, room - 4)
  const before = lastThatFit(shown.slice(0, index), room - displayWidth(word) - 2)
  const after = shown.slice(index + 1).join(' ')
  const lead = before === '' ? '' : `${before} `
  const left = room - displayWidth(lead + word) - 1
  const tail = after === '' || left < 1 ? '' : ` ${cut(after, left)}`
  const mark = '^'.repeat(Math.max(1, displayWidth(word)))
  return [INDENT + lead + paint(word) + tail, INDENT + ' '.repeat(displayWidth(lead)) + paint(mark)]
}

function lastThatFit(words: readonly string[], room: number): string {
  const whole = words.join(' ')
  if (displayWidth(whole) <= room) return whole
  let kept = ''
  for (const word of words.toReversed()) {
    const longer = kept === '' ? word : `${word} ${kept}`
    if (displayWidth(longer) + 2 > room) break
    kept = longer
  }
  return kept === '' ? '…' : `… ${kept}`
}
