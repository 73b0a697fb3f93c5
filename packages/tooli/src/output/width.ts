// Latin, Cyrillic and our own symbols: one code unit, one character, one column. Other text is segmented.
const PLAIN =
  /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2190-\u2199\u21b5\u2400-\u2426\u2500-\u259f]*$/
const ANSI = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g
const EMOJI = /\p{Emoji_Presentation}|[\p{Emoji}]\ufe0f/u
// Hangul vowels and finals combine with the syllable before them.
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11ff\ud7b0-\ud7ff]/u
// East_Asian_Width W and F, without the gaps of unassigned characters; emoji are tested above.
const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d7f}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d376}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u

/** The width of a text on a terminal in columns, without colour codes. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const grapheme of graphemesOf(withoutAnsi(text))) width += graphemeWidth(grapheme)
  return width
}

export function withoutAnsi(text: string): string {
  return text.replace(ANSI, '')
}

/** The part of a text that fits, with `…` for the rest. */
export function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  if (width < 1) return ''
  return `${beginning(withoutAnsi(text), width - 1).trimEnd()}…`
}

/** The longest prefix of whole graphemes that fits. */
export function beginning(text: string, width: number): string {
  let taken = ''
  let space = width
  for (const grapheme of graphemesOf(text)) {
    space -= graphemeWidth(grapheme)
    if (space < 0) break
    taken += grapheme
  }
  return taken
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text
}

// Node 20 needs quadratic time to segment a text, so it gets windows of this size.
const WINDOW = 256

/** Graphemes: letters with their accents, whole emoji. */
export function* graphemesOf(text: string): Generator<string> {
  if (PLAIN.test(text)) return yield* text
  let start = 0
  while (start < text.length) {
    const isInsidePair = /[\ud800-\udbff]/.test(text.charAt(start + WINDOW - 1))
    const end = start + WINDOW + (isInsidePair ? 1 : 0)
    const segments = Array.from(segmenter().segment(text.slice(start, end)), ({ segment }) => segment)
    // The last segment may continue after the window, so it is read again with the next one.
    if (end < text.length && segments.length > 1) segments.pop()
    yield* segments
    start += segments.reduce((length, segment) => length + segment.length, 0)
  }
}

export function graphemeWidth(grapheme: string): number {
  if (EMOJI.test(grapheme)) return 2
  let width = 0
  for (const character of grapheme) {
    if (!NO_WIDTH.test(character)) width += WIDE.test(character) ? 2 : 1
  }
  return width
}

let shared: Intl.Segmenter | undefined

// Created on first use: it costs a millisecond, and most text is ASCII.
function segmenter(): Intl.Segmenter {
  return (shared ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' }))
}
