import { verifyAudit } from '@atip/runtime'
import { command, t } from 'tooli'
import { FILE_ERRORS, fileError } from '../documents/errors.js'
import { logFiles } from '../run/history.js'
import { READS } from './parameters.js'

export const auditVerifyCommand = command({
  description: 'Check that no line of the audit log was changed, removed or moved',
  details:
    'Each line has the hash of the one before it. The check names the first line that does not fit; the exit code is then 1. It does not see that whole files, or lines at the end of one, are gone: keep the last hashes elsewhere if that matters. Without files, all logs of this user are checked.',
  args: t.object({
    files: t
      .array(t.path('A log', { kind: 'file' }), 'Logs')
      .optional()
      .cli({ placeholder: 'FILE' }),
  }),
  output: t.object({
    passed: t.boolean('All of them verify; if not, the exit code is 1'),
    logs: t.array(
      t.object({
        file: t.string(),
        ok: t.boolean(),
        entries: t.integer('Lines up to the first that does not fit'),
        lastHash: t.string(),
        line: t.integer('The first line that does not fit').optional(),
        problem: t.string().optional(),
      }),
    ),
  }),
  effects: READS,
  errors: FILE_ERRORS,
  examples: [{ run: 'atip audit verify', description: 'All logs' }],

  run({ args, ctx }) {
    const logs = (args.files ?? logFiles()).map((file) => {
      const verification = verified(file)
      const { ok, entries, last_hash: lastHash } = verification
      const place = verification.ok ? {} : { line: verification.line, problem: verification.problem }
      return { file, ok, entries, lastHash, ...place }
    })
    const passed = logs.every(({ ok }) => ok)
    if (!passed) ctx.exitWith(1)
    return { passed, logs }
  },

  text: async (report, screen) => (await import('../report/audit-text.js')).verifyAuditText(report, screen),
})

function verified(file: string) {
  try {
    return verifyAudit(file)
  } catch (error) {
    throw fileError(file, error)
  }
}
