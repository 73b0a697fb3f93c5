import type { Approver } from './approver.js'
import { sayQuestion } from './terminal.js'

/** The parameters and the result of MCP's `elicitation/create`. */
export interface Elicitation {
  message: string
  requestedSchema: { type: 'object'; properties: Record<string, object>; required: string[] }
}

export interface ElicitationAnswer {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, unknown> | undefined
}

const FORM: Elicitation['requestedSchema'] = {
  type: 'object',
  properties: {
    allow: { type: 'boolean', title: 'Allow this call' },
    feedback: { type: 'string', title: 'What the agent should do instead' },
  },
  required: ['allow'],
}

/** Asks the user of an MCP client. Only a form that explicitly allows the call is an approval. */
export function elicitationApprover(
  elicit: (form: Elicitation, signal: AbortSignal) => Promise<ElicitationAnswer>,
): Approver {
  return async (request, signal) => {
    const { action, content = {} } = await elicit({ message: sayQuestion(request), requestedSchema: FORM }, signal)
    const isAllowed = action === 'accept' && content.allow === true
    const { feedback } = content
    return {
      behavior: isAllowed ? 'allow' : 'deny',
      ...(typeof feedback === 'string' && feedback !== '' && { feedback }),
    }
  }
}
