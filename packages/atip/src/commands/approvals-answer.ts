import { command, t, ToolError } from 'tooli'
import type { Effects } from '@atip/protocol'
import { APPROVAL_ERRORS, approvalQueue, openQuestion } from '../run/approvals.js'

/** An answer lets another program run, so its other effects are unknown. */
const ANSWERS: Effects = {
  filesystem: { read: true, write: true, delete: false },
  network: false,
  subprocess: false,
  interactive: { stdin: 'none', prompts: false, tty: false },
  cost: { billable: false },
}

/** `atip approvals allow` and `deny` differ only in the answer. */
export function answerCommand(behavior: 'allow' | 'deny', description: string) {
  return command({
    description,
    details:
      'The answer holds for this call only, once, and until the question expires. With --digest it is refused if the arguments are not those that you have seen. Agents must not answer their own questions: keep this command among those that need your consent.',
    args: t.object({ id: t.string('The question, or the beginning of its id').cli({ placeholder: 'ID' }) }),
    options: t.object({
      digest: t.string('The digest that you have seen, or its beginning').optional(),
      feedback: t.string('A text for the agent').optional(),
    }),
    output: t.object({ id: t.string(), answer: t.enum(['allow', 'deny']), line: t.string().optional() }),
    effects: behavior === 'deny' ? { ...ANSWERS, destructive: false } : ANSWERS,
    errors: APPROVAL_ERRORS,
    examples: [
      { run: `atip approvals ${behavior} app_1f3`, description: 'One question' },
      {
        run: `atip approvals ${behavior} app_1f3 --digest sha256:9c5e`,
        description: 'Only the call that you have seen',
      },
    ],

    run({ args, options }) {
      const queue = approvalQueue()
      const { approval_id: id, input_digest, line } = openQuestion(queue, args.id)
      const { digest = '', feedback } = options
      const isSeen = input_digest.startsWith(digest) || input_digest.startsWith(`sha256:${digest}`)
      if (!isSeen) throw new ToolError('E3321', `${id} is about another call: its digest is ${input_digest}`)
      const outcome = queue.answer(id, { behavior, input_digest, ...(feedback !== undefined && { feedback }) })
      if (!outcome.ok) throw new ToolError('E3321', `the answer to ${id} is refused: ${outcome.problem}`)
      return { id, answer: behavior, ...(line !== undefined && { line }) }
    },

    text: ({ id, answer, line }) => `${answer === 'allow' ? 'allowed' : 'denied'} ${line ?? id}`,
  })
}
