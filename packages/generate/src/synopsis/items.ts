/** Splits a synopsis at blanks. */

import { chunkEnd } from '../spec/chunk.js'

/** Words and bracket groups, as written. */
export function itemsOf(text: string): string[] {
  const items: string[] = []
  let at = 0
  while (at < text.length) {
    while (text[at] === ' ') at++
    if (at >= text.length) break
    const end = text[at] === '|' ? at + 1 : Math.max(gluedEnd(text, at), at + 1)
    items.push(...separated(text.slice(at, end)))
    at = end
  }
  return items
}

/** `-a|--all` and `-a,--all` stay together. */
function gluedEnd(text: string, start: number): number {
  let end = chunkEnd(text, start)
  while (text[start] === '-' && (text[end] === '|' || text[end] === ',') && text[end + 1] === '-') {
    end = chunkEnd(text, end + 1)
  }
  return end
}

/** `[-a][-b]` are two groups, `-l,` has an extra comma, `[x]|[y]` are alternatives. */
function separated(item: string): string[] {
  const bare = item.length > 1 ? item.replace(/[,;]+$/, '') : item
  // `-c[abc][-S dir]`: groups of options follow the first one.
  const hanging = bare.startsWith('-') ? bare.indexOf('[-') : -1
  if (hanging > 0) return [bare.slice(0, hanging), ...separated(bare.slice(hanging))]
  if (/^[[{(]/.test(bare) && /[\]})][[{(]/.test(bare) && /\[-/.test(bare)) {
    const end = groupEnd(bare)
    if (end < bare.length && /^[[{(]/.test(bare.slice(end))) return [bare.slice(0, end), ...separated(bare.slice(end))]
  }
  return [bare]
}

function groupEnd(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if ('[{('.includes(text[at]!)) depth++
    else if (']})'.includes(text[at]!) && --depth === 0) return at + 1
  }
  return text.length
}

export function isEllipsis(item: string): boolean {
  return /^\[?(\.{2,}|\u2026)\]?$/.test(item)
}
