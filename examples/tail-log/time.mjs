import { ToolError } from 'tooli'

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds since 1970 of a time, or of the start of a span that ends now. */
export function readTime(text, now = Date.now()) {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  if (unit !== undefined) return now - Number(count) * UNITS[unit]
  const time = Date.parse(text)
  if (!Number.isNaN(time)) return time
  throw new ToolError(
    'E1101',
    `--since must be a span such as 10m or a time such as 2026-01-05T10:00Z; found "${text}"`,
    {
      details: { parameter: 'since' },
      suggestion: {
        action: 'retry_with_modified_input',
        fix: 'Write the span with s, m, h or d, or the time as ISO 8601',
        example: 'tail-log app.log --since 10m',
        applicability: 'maybe_incorrect',
      },
    },
  )
}
