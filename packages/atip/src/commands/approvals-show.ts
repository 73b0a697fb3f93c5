import { command, t } from 'tooli'
import { APPROVAL_ERRORS, approvalQueue, openQuestion, QUESTION, questionOf } from '../run/approvals.js'
import { READS } from './parameters.js'

export const approvalsShowCommand = command({
  description: 'Show what a waiting call would do, and why you are asked',
  args: t.object({ id: t.string('The question, or the beginning of its id').cli({ placeholder: 'ID' }) }),
  output: QUESTION,
  effects: READS,
  errors: APPROVAL_ERRORS,
  examples: [{ run: 'atip approvals show app_1f3', description: 'One question' }],
  run: ({ args }) => questionOf(openQuestion(approvalQueue(), args.id)),
  text: async (question, screen) => (await import('../report/approvals-text.js')).approvalText(question, screen),
})
