import { command, t } from 'tooli'
import { BROKEN_LOGS, loggedCalls, type LoggedCall } from '../run/history.js'
import { READS } from './parameters.js'

const COUNTS = {
  calls: t.integer(),
  asked: t.integer('Where a person was asked'),
  allowed: t.integer(),
  refused: t.integer('Denied by a rule, the guard or a person'),
  failed: t.integer('Allowed, and then not successful'),
}

export const auditStatsCommand = command({
  description: 'Count what was asked, allowed and refused, by day and tool',
  details: BROKEN_LOGS,
  options: t.object({
    since: t.string('Only calls since this day or time (UTC), or for so long: 2026-01-31, yesterday, 12h').optional(),
  }),
  output: t.array(t.object({ day: t.string(), tool: t.string(), ...COUNTS }), 'By day and tool'),
  effects: READS,
  pager: true,
  examples: [{ run: 'atip audit stats --since 2026-01-01', description: 'Since the beginning of a year' }],

  run({ options: { since }, ctx }) {
    const groups = new Map<string, LoggedCall[]>()
    for (const call of loggedCalls(ctx, since)) {
      const key = `${call.time.slice(0, 10)} ${call.tool}`
      groups.set(key, [...(groups.get(key) ?? []), call])
    }
    return [...groups.values()].map(countsOf).sort((a, b) => order(`${a.day} ${a.tool}`, `${b.day} ${b.tool}`))
  },

  text: async (rows, screen) => (await import('../report/audit-text.js')).auditStatsText(rows, screen),
})

function countsOf(calls: readonly LoggedCall[]) {
  const [{ time, tool }] = calls as readonly [LoggedCall, ...LoggedCall[]]
  const count = (holds: (call: LoggedCall) => boolean) => calls.filter(holds).length
  return {
    day: time.slice(0, 10),
    tool,
    calls: calls.length,
    asked: count(({ asked }) => asked),
    allowed: count(({ decision }) => decision === 'allow'),
    refused: count(({ decision }) => decision === 'deny'),
    failed: count(({ decision, status }) => decision === 'allow' && status !== 'succeeded'),
  }
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
