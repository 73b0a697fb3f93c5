import { isObject } from '@atip/protocol/calls'
import { untilLoaded, type Decision } from '@atip/guard'
import { HOSTS } from './hosts.js'
import { judgeOf, type HookCall, type HookDecision } from './judge-call.js'
import { reasonFor } from './reason.js'
import { withinTime } from './time-limit.js'
import type { AgentHost, HostEvent, HostName, JsonObject } from './types.js'

/** The output and exit code of the hook. Every host treats exit code 2 as a denial, and stderr as its reason. */
export interface HookReply {
  stdout: string
  stderr: string
  exitCode: 0 | 2
}

export interface AnswerOptions {
  home: string
  /** How questions are handled. By default the host prompts if it can. */
  ask?: AskMode | undefined
  /** Receives each decision. If a policy demands a record and this throws, the call is denied. */
  log?: (entry: HookEntry) => void | Promise<void>
  /** The environment for finding policies; that of the process by default. */
  env?: Readonly<Record<string, string | undefined>>
  /** The timeout for judging, in milliseconds. */
  limit?: number
}

/**
 * `host`: the host prompts; `pass`: the host's own rules apply, and only denials are reported; `deny`: the call is
 * denied.
 */
export const ASK_MODES = ['host', 'pass', 'deny'] as const
export type AskMode = (typeof ASK_MODES)[number]

/** A decision, without the text of the call. */
export interface HookEntry {
  agent: HostName
  tool: string
  decision: Decision
  /** The answer to the host, which may differ: `silent`, or a question turned into a denial. */
  answer: Decision | 'silent'
  rule: string
  cwd: string | undefined
  /** The shell line, or the files. */
  subject: string
  /** A policy demands a record of every call. */
  mustBeRecorded: boolean
}

const LIMIT = 5_000

/** The answer to the input of a host. Any failure results in a denial. */
export async function answerTo(name: HostName, text: string, options: AnswerOptions): Promise<HookReply> {
  try {
    const host = HOSTS[name]
    const event = eventIn(host, text)
    if (event.kind === 'unreadable') return refusal(event.problem)
    if (event.kind === 'other') return spoken(host.silence)
    const { home, env, limit = LIMIT } = options
    const judge = judgeOf({ event, home, env, drivesTerminals: host.drivesTerminals })
    const check = await untilLoaded(() => withinTime(limit, judge))
    const answer = answerFor(check.decision, event, options.ask)
    const tool = event.kind === 'shell' ? 'shell' : event.tool
    const decisive = check.verdicts.find(({ decision }) => decision === check.decision)
    const subject = event.kind === 'shell' ? event.line : event.files.map(({ path }) => path).join(' ')
    const rule = decisive?.rule ?? ''
    const { decision, mustBeRecorded } = check
    await options.log?.({ agent: name, tool, decision, answer, rule, cwd: event.cwd, subject, mustBeRecorded })
    return replyWith(answer, check, host)
  } catch (error) {
    return refusal(error instanceof Error ? error.message : String(error))
  }
}

/** A call that could not be judged is denied. */
export function refusal(problem: string): HookReply {
  return { stdout: '', stderr: `atip could not judge this call, so it was not run: ${problem}\n`, exitCode: 2 }
}

function eventIn(host: AgentHost, text: string): HostEvent {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    return { kind: 'unreadable', problem: 'the input from the agent is not JSON' }
  }
  if (!isObject(input)) return { kind: 'unreadable', problem: 'the input from the agent is not a JSON object' }
  if (typeof input.hook_event_name !== 'string') {
    return { kind: 'unreadable', problem: 'the input from the agent has no hook_event_name' }
  }
  return host.read(input)
}

function spoken(value: JsonObject): HookReply {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: '', exitCode: 0 }
}

function answerFor(decision: Decision, event: HookCall['event'], ask: AskMode | undefined): HookEntry['answer'] {
  if (decision === 'deny') return 'deny'
  if (ask === 'pass') return 'silent'
  // Otherwise, the agent's own rules decide about its own tools.
  if (decision === 'allow') return event.kind === 'shell' ? 'allow' : 'silent'
  const isAsked = ask === undefined ? event.canAsk : ask === 'host'
  return isAsked ? 'ask' : 'deny'
}

function replyWith(answer: HookEntry['answer'], check: HookDecision, host: AgentHost): HookReply {
  switch (answer) {
    case 'silent':
      return spoken(host.silence)
    case 'deny':
      return denial(host, reasonFor(check, true))
    default:
      return spoken(host.say(answer, reasonFor(check, false)))
  }
}

function denial(host: AgentHost, reason: string): HookReply {
  // Gemini CLI reads stderr only if stdout is empty.
  if (host.deniesBy === 'exit') return { stdout: `${reason}\n`, stderr: `${reason}\n`, exitCode: 2 }
  return spoken(host.say('deny', reason))
}
