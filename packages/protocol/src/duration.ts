/** A span of time in milliseconds; `min` and `max` are equal unless a range was given. */
export interface Duration {
  min: number
  max: number
}

const MILLISECONDS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** Reads `250ms`, `1.5s`, `2m`, `1h` and ranges such as `1-5s` (decision 9). */
export function parseDuration(text: string): Duration | undefined {
  const match = /^(\d{1,15}(?:\.\d{1,15})?)(?:-(\d{1,15}(?:\.\d{1,15})?))?(ms|s|m|h)$/.exec(text)
  if (match === null) return undefined
  const unit = MILLISECONDS[match[3] as keyof typeof MILLISECONDS]
  const min = Number(match[1]) * unit
  const max = match[2] === undefined ? min : Number(match[2]) * unit
  return min <= max ? { min, max } : undefined
}
