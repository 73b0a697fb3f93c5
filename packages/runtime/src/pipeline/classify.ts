import { judgeCall } from '../permission/judge-call.js'
import { CallEnded } from '../state/ending.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'

/** Determines the facts of the call and the guard's decision. Repeated after each change of the input or the policy. */
export async function classify(call: Invocation, parts: RuntimeParts): Promise<void> {
  try {
    call.judged = await judgeCall(call.tool!, call.current, parts.policy())
  } catch (error) {
    // A failed check is a denial.
    throw new CallEnded('permission_denied', `The call could not be judged: ${(error as Error).message}.`)
  }
  call.ticket.claim(call.judged.facts.footprint)
}

/** Checks values that a schema cannot check, before anything happens. */
export async function validateValues(call: Invocation, parts: RuntimeParts): Promise<void> {
  const { tool } = call
  let problems: readonly string[]
  try {
    problems = (await tool!.validate?.(call.current as never, parts.policy().places)) ?? []
  } catch (error) {
    problems = [(error as Error).message]
  }
  if (problems.length === 0) return
  call.emit('tool.invocation.validation_failed', { problems: problems.length })
  throw new CallEnded('invalid_arguments', `The arguments are not valid: ${problems.join('; ')}.`)
}
