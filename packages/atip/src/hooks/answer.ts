import { isObject } from '@atip/protocol'
import { untilLoaded } from '@atip/guard'
import { HOSTS } from './hosts.js'
import { judgeCall } from './judge-call.js'
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
  /** When a command needs a human: `host` prompts, `deny` refuses. By default the host prompts if it can. */
  ask?: 'host' | 'deny'
  /** Where policies are looked for; that of the process by default. */
  env?: Readonly<Record<string, string | undefined>>
  /** How long judging may take, in milliseconds. */
  limit?: number
}

const LIMIT = 5_000

const CANNOT_ASK =
  'It needs approval, and this session cannot ask for it. Find another way, or ask the user to run it or to allow it in their atip policy'

/** The answer to what a host has sent. Any failure results in a denial. */
export async function answerTo(name: HostName, text: string, options: AnswerOptions): Promise<HookReply> {
  try {
    const host = HOSTS[name]
    const event = eventIn(host, text)
    if (event.kind === 'unreadable') return refusal(event.problem)
    if (event.kind === 'other') return spoken({})
    return await untilLoaded(() => withinTime(options.limit ?? LIMIT, () => answerAbout(host, event, options)))
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

function answerAbout(
  host: AgentHost,
  event: HostEvent & { kind: 'shell' },
  { home, ask, env }: AnswerOptions,
): HookReply {
  const { line, cwd, mode } = event
  const check = judgeCall({ line, cwd, home, mode, ...(env && { env }) })
  const reason = reasonFor(check)
  if (check.decision === 'deny') return denial(host, reason)
  if (check.decision === 'allow') return spoken(host.say('allow', reason))
  const isAsked = ask === undefined ? event.canAsk : ask === 'host'
  return isAsked ? spoken(host.say('ask', reason)) : denial(host, `${reason}. ${CANNOT_ASK}`)
}

function denial(host: AgentHost, reason: string): HookReply {
  // Gemini CLI reads stderr only if stdout is empty.
  if (host.deniesBy === 'exit') return { stdout: `${reason}\n`, stderr: `${reason}\n`, exitCode: 2 }
  return spoken(host.say('deny', reason))
}
