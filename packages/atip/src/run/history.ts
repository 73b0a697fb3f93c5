import { isObject, quoteLine } from '@atip/protocol'
import { auditFiles, readHistory, type CallHistory } from '@atip/runtime'
import { t } from 'tooli'
import { homeFolder } from '../home.js'
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

export function logFiles(): string[] {
  return auditFiles(stateFolders(process.env, homeFolder()).audit)
}

/** All calls of this user, the oldest first. */
export function loggedCalls(): LoggedCall[] {
  const calls = logFiles().flatMap((file) => readHistory(file).map((call) => loggedCall(call, file)))
  return calls.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
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
