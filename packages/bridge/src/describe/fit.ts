/** The maximum length of a text. Bytes are those of UTF-8. */
export interface TextLimit {
  size: number
  unit: 'characters' | 'bytes'
  /** Called with every text that is cut. */
  onCut?: (text: string) => void
}

const ELLIPSIS = '…'

/**
 * Fits an author's text and our flags into a limit. Only the text is cut, never the flags, and never inside a grapheme
 * (decision 24).
 */
export function fitWithFlags(text: string, flags: string, limit: TextLimit): string {
  const whole = flags === '' ? text : text === '' ? flags : `${text} ${flags}`
  if (fits(whole, limit)) return whole
  limit.onCut?.(text)
  const tail = flags === '' ? ELLIPSIS : `${ELLIPSIS} ${flags}`
  const left = limit.size - sizeOf(tail, limit)
  return left <= 0 ? flags : `${cut(text, left, limit).trimEnd()}${tail}`
}

function fits(text: string, { size, unit }: TextLimit): boolean {
  if (unit === 'characters') return text.length <= size
  // A UTF-16 unit needs at most three bytes, so most texts need not be counted.
  return text.length * 3 <= size || bytesOf(text) <= size
}

function sizeOf(text: string, { unit }: TextLimit): number {
  return unit === 'characters' ? text.length : bytesOf(text)
}

function bytesOf(text: string): number {
  let bytes = 0
  for (let index = 0; index < text.length; index++) bytes += bytesAt(text.charCodeAt(index))
  return bytes
}

/** Each half of a surrogate pair counts two. */
function bytesAt(unit: number): number {
  if (unit < 0x80) return 1
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3
}

function cut(text: string, left: number, { unit }: TextLimit): string {
  let end = 0
  for (let size = 0; end < text.length; end++) {
    size += unit === 'characters' ? 1 : bytesAt(text.charCodeAt(end))
    if (size > left) break
  }
  return text.slice(0, graphemeStart(text, end))
}

/** Longer graphemes are an attack on the text before them. */
const MAX_GRAPHEME = 64

let segmenter: Intl.Segmenter | undefined

/** The nearest place at or before this one that does not split an emoji, an accented letter or a surrogate pair. */
function graphemeStart(text: string, place: number): number {
  if (place >= text.length) return text.length
  const whole = isLowSurrogate(text.charCodeAt(place)) ? place - 1 : place
  // Created late: that takes longer than compiling a hundred commands. Some runtimes lack it.
  if ((Intl as Partial<typeof Intl>).Segmenter === undefined) return whole
  segmenter ??= new Intl.Segmenter()
  const start = segmenter.segment(text.slice(0, whole + MAX_GRAPHEME)).containing(whole)?.index ?? whole
  return whole - start > MAX_GRAPHEME ? whole : start
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
