import { command, t } from 'tooli'
import { BROKEN_LOGS, LOGGED_CALL, loggedCalls } from '../run/history.js'
import { READS } from './parameters.js'

export const auditShowCommand = command({
  description: 'Show the calls that were made: what was asked, decided and done',
  details: BROKEN_LOGS,
  options: t.object({
    tool: t.string('Only calls of this tool').optional(),
    since: t.string('Only calls since this day or time (UTC), or for so long: 2026-01-31, yesterday, 12h').optional(),
    refused: t.boolean('Only calls that did not run').default(false),
    last: t.integer('Only so many of the last calls').min(1).optional(),
  }),
  output: t.array(LOGGED_CALL, 'The oldest first'),
  effects: READS,
  pager: true,
  examples: [
    { run: 'atip audit show --last 20', description: 'What happened lately' },
    { run: 'atip audit show --refused --tool git', description: 'What git was kept from' },
  ],

  run({ options: { tool, since, refused, last }, ctx }) {
    const calls = loggedCalls(ctx, since).filter(
      (call) =>
        (tool === undefined || call.tool === tool || call.tool.startsWith(`${tool}.`)) &&
        (!refused || call.decision !== 'allow'),
    )
    return last === undefined ? calls : calls.slice(-last)
  },

  text: async (calls, screen) => (await import('../report/audit-text.js')).auditText(calls, screen),
})
