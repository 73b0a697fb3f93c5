/** The position of a secret in a text. */
export interface SecretSpan {
  start: number
  end: number
  kind: string
}

/** Sorts spans by position. Overlapping spans become one, with the kind of the first. */
export function merge(spans: readonly SecretSpan[]): SecretSpan[] {
  // The sort is stable: of two equal spans, the one found first stays first.
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end)
  const merged: SecretSpan[] = []
  for (const span of sorted) {
    const last = merged.at(-1)
    if (last === undefined || span.start >= last.end) merged.push({ ...span })
    else last.end = Math.max(last.end, span.end)
  }
  return merged
}
