import { isObject } from '@atip/protocol/calls'
import { untilLoaded, type Decision } from '@atip/guard'
import { HOSTS } from './hosts.js'
import { judgeOf, type HookCall, type HookDecision } from './judge-call.js'
import { reasonFor } from './reason.js'
import { withinTime } from './time-limit.js'
import type { AgentHost, HostEvent, HostName, JsonObject } from './types.js'

/** What the hook prints, and its exit code. Every host treats exit code 2 as a denial, and stderr as its reason. */
export interface HookReply {
  stdout: string
  stderr: string
  exitCode: 0 | 2
}

export interface AnswerOptions {
  home: string
  /** What happens to a question. By default the host prompts if it can. */
  ask?: AskMode | undefined
  /** Told of each decision. If it must be recorded and this throws, the call is refused. */
  log?: (entry: HookEntry) => void | Promise<void>
  /** Where policies are looked for; that of the process by default. */
  env?: Readonly<Record<string, string | undefined>>
  /** How long judging may take, in milliseconds. */
  limit?: number
}

/** `host`: the host prompts; `pass`: its own rules go on, and only denials are told; `deny`: it is refused. */
export const ASK_MODES = ['host', 'pass', 'deny'] as const
export type AskMode = (typeof ASK_MODES)[number]

/** What was decided, without the text of the call. */
export interface HookEntry {
  agent: HostName
  tool: string
  decision: Decision
  /** What the host was told, where that is something else: `silent`, or that a question is a denial here. */
  answer: Decision | 'silent'
  rule: string
  cwd: string | undefined
  /** The line, or the files. */
  subject: string
  /** A policy demands a record of every call. */
  mustBeRecorded: boolean
}

const LIMIT = 5_000

/** The answer to what a host has sent. Any failure results in a denial. */
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

/** What was not judged is not run. */
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
  // What an agent's own tools may do beside that is for the agent's rules.
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
