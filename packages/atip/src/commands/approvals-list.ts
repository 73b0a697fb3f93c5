import { command, t } from 'tooli'
import { APPROVAL_ERRORS, approvalQueue, QUESTION, questionOf } from '../run/approvals.js'
import { READS } from './parameters.js'

export const approvalsListCommand = command({
  description: 'List the calls that wait for approval',
  output: t.array(QUESTION, 'The oldest first'),
  effects: READS,
  errors: APPROVAL_ERRORS,
  examples: [{ run: 'atip approvals list', description: 'Who waits for you' }],
  run: () => approvalQueue().list().map(questionOf),
  text: async (questions, screen) => (await import('../report/approvals-text.js')).approvalsText(questions, screen),
})
