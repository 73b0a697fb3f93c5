/** A part of a text that is a secret. */
export interface SecretSpan {
  start: number
  end: number
  kind: string
}

/** Spans in the order of the text. Where some overlap, one takes their place, called like the first of them. */
export function merge(spans: readonly SecretSpan[]): SecretSpan[] {
  // The sort is stable: of two that are equal, the one that was found first comes first.
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end)
  const merged: SecretSpan[] = []
  for (const span of sorted) {
    const last = merged.at(-1)
    if (last === undefined || span.start >= last.end) merged.push({ ...span })
    else last.end = Math.max(last.end, span.end)
  }
  return merged
}
