import { ToolError } from 'tooli'

const HOUR = 3_600_000
const UNITS: Readonly<Record<string, number>> = { m: HOUR / 60, h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR }
const DAY = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/

/** A point in time as the logs write it: a day or time (in UTC, like the logs), or how long ago. */
export function timeOf(text: string, now: number): string {
  const time = new Date(millisecondsOf(text.trim().replace(' ', 'T'), now))
  if (!Number.isNaN(time.getTime())) return time.toISOString()
  throw new ToolError('E1004', `${JSON.stringify(text)} is not a time`, {
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'Give a day, a time, or how long ago: 2026-01-31, 2026-01-31T18:00, today, yesterday, 30m, 12h, 2d, 1w',
      applicability: 'has_placeholders',
    },
  })
}

function millisecondsOf(text: string, now: number): number {
  const [, amount, unit] = /^(\d+)([mhdw])$/.exec(text) ?? []
  if (unit !== undefined) return now - Number(amount) * UNITS[unit]!
  const today = now - (now % UNITS.d!)
  if (text === 'today') return today
  if (text === 'yesterday') return today - UNITS.d!
  if (DAY.test(text)) return Date.parse(text)
  if (!TIME.test(text)) return Number.NaN
  return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
}
