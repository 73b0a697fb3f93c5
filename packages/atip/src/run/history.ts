import { isObject, quoteLine } from '@atip/protocol'
import { auditFiles, readHistory, type CallHistory } from '@atip/runtime'
import { EXIT, t, type Context } from 'tooli'
import { homeFolder } from '../home.js'
import { timeOf } from './since.js'
import { stateFolders } from './state-folders.js'

export const LOGGED_CALL = t.object({
  time: t.string(),
  tool: t.string(),
  what: t.string('The command line, or the tool with its arguments, without secrets'),
  asked: t.boolean('A person was asked'),
  decision: t.enum(['allow', 'deny', 'none'], 'What was decided; none if the call ended before'),
  reason: t.string().optional(),
  status: t.string(),
  sideEffects: t.enum(['none', 'possible', 'completed']),
  isUnfinished: t.boolean('The log ends before the call did').optional(),
  invocation: t.string(),
  log: t.string('The file'),
})

export interface LoggedCall {
  time: string
  tool: string
  what: string
  asked: boolean
  decision: 'allow' | 'deny' | 'none'
  reason?: string
  status: string
  sideEffects: 'none' | 'possible' | 'completed'
  isUnfinished?: boolean
  invocation: string
  log: string
}

export const BROKEN_LOGS =
  'Calls after a broken line of a log are not shown. A message then names the line, and the exit code is 1.'

export function logFiles(): string[] {
  return auditFiles(stateFolders(process.env, homeFolder()).audit)
}

/** All calls of this user since a time, the oldest first. Says which logs are broken, and fails the command for them. */
export function loggedCalls(ctx: Context, since: string | undefined): LoggedCall[] {
  const start = since === undefined ? '' : timeOf(since, Date.now())
  const calls = logFiles().flatMap((file) => {
    const history = readHistory(file)
    const { verification, isTorn } = history
    if (!verification.ok) {
      const place = `${file}:${verification.line}`
      ctx.log(
        isTorn
          ? `${place} is not complete: atip was ended while it wrote`
          : `${place} is broken; later calls are not shown; see: atip audit verify`,
      )
      if (!isTorn) ctx.exitWith(EXIT.failure)
    }
    return history.calls.map((call) => loggedCall(call, file))
  })
  return calls.filter(({ time }) => time >= start).sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
}

function loggedCall(call: CallHistory, log: string): LoggedCall {
  const { tool_id, time, input, wasAsked, decision, reason, status, side_effects, synthetic, invocation_id } = call
  return {
    time,
    tool: tool_id === '' ? 'unknown' : tool_id,
    what: whatOf(tool_id, input),
    asked: wasAsked || reason?.includes('non-interactive') === true,
    decision: decision === 'allow' || decision === 'deny' ? decision : 'none',
    ...(reason !== undefined && { reason }),
    status,
    sideEffects: side_effects,
    ...(synthetic && { isUnfinished: true }),
    invocation: invocation_id,
    log,
  }
}

function whatOf(tool: string, input: unknown): string {
  if (isObject(input) && Array.isArray(input.argv)) return quoteLine(input.argv.map(String))
  return input === undefined || input === null ? tool : `${tool} ${JSON.stringify(input)}`
}
