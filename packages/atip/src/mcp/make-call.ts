import { randomUUID } from 'node:crypto'
import { elicitationApprover, type ProcessResult, type ResultRecord, type RuntimeHook } from '@atip/runtime'
import type { Context } from 'tooli'
import type { ServedProgram } from './programs.js'
import { tellProgress } from './tell-progress.js'

export interface WantedRun {
  /** The name of one of the program's tools. */
  name: string
  input: unknown
  isReadOnly: boolean
  ctx: Context
}

export interface MadeCall {
  result: ResultRecord
  process: ProcessResult | undefined
  /** Why a person was asked, if one was. */
  asked: string | undefined
}

/** Makes one call through the runtime. The client's user is prompted if necessary, and receives progress. */
export async function makeCall(program: ServedProgram, { name, input, isReadOnly, ctx }: WantedRun): Promise<MadeCall> {
  const { runtime, surface, processes, listeners } = program
  const own = runtime.delegate(
    {},
    { hooks: isReadOnly ? [ONLY_READERS] : [], ...(ctx.client.can.elicit && { approver: clientOf(ctx) }) },
  )
  const batch = own.run(surface, [{ id: 'call', name, input }])
  const cancel = () => batch.cancel('user_interruption')
  ctx.signal.addEventListener('abort', cancel, { once: true })
  if (ctx.signal.aborted) cancel()
  const id = batch.invocations()[0]!.invocation_id
  const teller = tellProgress(ctx, name)
  let asked: string | undefined
  listeners.set(id, (event) => {
    if (event.type === 'tool.permission.requested') asked = String(event.data.reason)
    teller.hear(event)
  })
  try {
    const [result] = await batch.results
    return { result: result!, process: processes.get(id), asked }
  } finally {
    teller.stop()
    listeners.delete(id)
    processes.delete(id)
    ctx.signal.removeEventListener('abort', cancel)
  }
}

/** `run-answer.ts` recognises this refusal by its words. */
export const NOT_PROVEN = 'it is not proven to only read'

const ONLY_READERS: RuntimeHook = {
  id: 'read-only',
  event: 'pre_tool_use',
  run: ({ facts }) => (facts?.readOnly === true ? {} : { permission: 'deny', reason: NOT_PROVEN }),
}

/** Uses a random name, so that consent can only answer a question that was asked. */
function clientOf({ client }: Context) {
  return elicitationApprover(({ message, requestedSchema }) =>
    client.elicit(`consent-${randomUUID()}`, { message, schema: requestedSchema }),
  )
}
