import type { SecretSpan } from './span.js'

/** Redacts a text that arrives in pieces, including secrets split between pieces. */
export interface RedactionStream {
  /** The text that can be released so far. It ends at a line break, unless lines are very long. */
  push(piece: string): string
  /** Releases the rest. */
  end(): string
}

export interface StreamedSearch {
  find(text: string): SecretSpan[]
  /** The text with its secrets replaced. */
  replace(text: string, spans: readonly SecretSpan[]): string
  /** The length of the longest known secret, which may have several lines. */
  longest: number
}

/** At most this many characters of one line are held back. */
const LONGEST_LINE = 262_144

/** The longest secret, except for runs of unlimited length, and the longest distance between a name and its value. */
const LONGEST_SECRET = 16_384

/** While a secret continues, searching again at every piece would take quadratic time. */
const BETWEEN_LOOKS = 4096

export function redactionStream({ find, replace, longest }: StreamedSearch): RedactionStream {
  // Text that is not released yet, preceded by the context needed to judge it.
  let window = ''
  let shown = 0
  let held: string[] = []
  let heldLength = 0
  let hasBreak = false
  let patience = 0

  const takeHeld = () => {
    window += held.join('')
    held = []
    heldLength = 0
    hasBreak = false
  }

  /** Releases the text before an offset, and drops context that is no longer needed. */
  const show = (to: number, spans: readonly SecretSpan[]): string => {
    const part = spans.filter(({ start, end }) => end > shown && start < to)
    const moved = part.map(({ start, end, kind }) => ({
      kind,
      start: Math.max(start, shown) - shown,
      end: end - shown,
    }))
    const text = replace(window.slice(shown, to), moved)
    const from = Math.max(window.lastIndexOf('\n', to - 1) + 1, to - LONGEST_SECRET)
    window = window.slice(from)
    shown = to - from
    return text
  }

  return {
    push(piece) {
      held.push(piece)
      heldLength += piece.length
      hasBreak ||= /[\r\n]/.test(piece)
      if (heldLength < (hasBreak ? patience : LONGEST_LINE)) return ''
      takeHeld()
      patience = 0
      const line = endOfLines(window, shown, window.length - Math.max(0, longest - 1))
      if (line <= shown && window.length - shown < LONGEST_LINE) return ''
      const goal = line > shown ? line : window.length - LONGEST_SECRET
      const spans = find(window)
      const across = spans.find(({ start, end }) => start < goal && (goal < end || end === window.length))
      if (across === undefined) return show(goal, spans)
      if (across.end < window.length) return show(across.end, spans)
      // The secret may continue: none of it is released, and of a very long one only both ends are kept.
      patience = BETWEEN_LOOKS
      if (across.end - across.start > 2 * LONGEST_SECRET) {
        window = window.slice(0, across.start + LONGEST_SECRET) + window.slice(-LONGEST_SECRET)
      }
      return across.start > shown ? show(across.start, spans) : ''
    },
    end() {
      takeHeld()
      const text = show(window.length, find(window))
      window = ''
      shown = 0
      return text
    },
  }
}

/** The offset after the last line break in a range; 0 if there is none. */
function endOfLines(text: string, from: number, to: number): number {
  for (let at = to - 1; at >= from; at--) {
    const code = text.charCodeAt(at)
    if (code === 10) return at + 1
    // A carriage return at the end may be the first half of a line break.
    if (code === 13 && at + 1 < text.length && text.charCodeAt(at + 1) !== 10) return at + 1
  }
  return 0
}
