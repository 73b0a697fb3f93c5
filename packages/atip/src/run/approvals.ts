import { openApprovalQueue, type ApprovalQueue, type ApprovalRequest } from '@atip/runtime'
import { EXIT, t, ToolError } from 'tooli'
import { homeFolder } from '../home.js'
import { stateFolders } from './state-folders.js'

export const QUESTION = t.object({
  id: t.string(),
  tool: t.string(),
  line: t.string('The command line').optional(),
  input: t.unknown('The arguments, without secrets'),
  reason: t.string('Why this is asked'),
  digest: t.string('Of the arguments; an answer holds for these only'),
  askedAt: t.string(),
  expiresAt: t.string(),
})

export const APPROVAL_ERRORS = {
  E3320: 'There is no such question: it was answered, has expired, or never was',
  E3321: 'The answer is refused: the question has expired, was answered before, or is about another call',
  E4300: 'The folder of questions cannot be used',
} as const

export function approvalQueue(): ApprovalQueue {
  const folder = stateFolders(process.env, homeFolder()).approvals
  try {
    return openApprovalQueue(folder)
  } catch (error) {
    throw new ToolError('E4300', `${folder} cannot be used: ${(error as Error).message}`, {
      exitCode: EXIT.cannotCreate,
    })
  }
}

export function questionOf(request: ApprovalRequest) {
  const { approval_id, tool_name, input, line, reason, input_digest, created_at, expires_at } = request
  return {
    id: approval_id,
    tool: tool_name,
    ...(line !== undefined && { line }),
    input,
    reason,
    digest: input_digest,
    askedAt: created_at,
    expiresAt: expires_at,
  }
}

/** The question with this id, or with an id that begins with it. */
export function openQuestion(queue: ApprovalQueue, id: string): ApprovalRequest {
  const found = queue.list().filter(({ approval_id }) => approval_id.startsWith(id))
  if (found.length === 1) return found[0]!
  const problem = found.length === 0 ? 'there is no open question' : `${found.length} questions begin with`
  throw new ToolError('E3320', `${problem} ${JSON.stringify(id)}`, {
    exitCode: EXIT.noInput,
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'See which questions are open',
      example: 'atip approvals list',
      applicability: 'maybe_incorrect',
    },
  })
}
