import { untilLoaded } from '@atip/guard'
import { HOSTS } from './hosts.js'
import { judgeCall } from './judge-call.js'
import { reasonFor } from './reason.js'
import { withinTime } from './time-limit.js'
import { isObject, type Host, type HostEvent, type HostName, type JsonObject } from './types.js'

/** What the hook prints and how it ends. Every host takes an exit with 2 for a no, and what stands on stderr for why. */
export interface Answer {
  stdout: string
  stderr: string
  exitCode: 0 | 2
}

export interface AnswerOptions {
  home: string
  /** Who decides what a person should: the host, with a question of its own, or nobody. By default, the host if it can. */
  ask?: 'host' | 'deny'
  /** Where policies are looked for; that of the process by default. */
  env?: Readonly<Record<string, string | undefined>>
  /** How long judging may take, in milliseconds. */
  limit?: number
}

const LIMIT = 5_000

const NOBODY_TO_ASK =
  'Nobody can be asked here, so it was not run: do without it, or let the user run it or allow it in their policy for atip'

/** The answer to what a host has sent. Any failure results in a denial. */
export async function answerTo(name: HostName, text: string, options: AnswerOptions): Promise<Answer> {
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
export function refusal(problem: string): Answer {
  return { stdout: '', stderr: `atip could not judge this call, so it was not run: ${problem}\n`, exitCode: 2 }
}

function eventIn(host: Host, text: string): HostEvent {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    return { kind: 'unreadable', problem: 'what the agent sent is not JSON' }
  }
  if (!isObject(input)) return { kind: 'unreadable', problem: 'what the agent sent is not an object' }
  if (typeof input.hook_event_name !== 'string') {
    return { kind: 'unreadable', problem: 'what the agent sent does not name its event' }
  }
  return host.read(input)
}

function spoken(value: JsonObject): Answer {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: '', exitCode: 0 }
}

function answerAbout(host: Host, event: HostEvent & { kind: 'shell' }, { home, ask, env }: AnswerOptions): Answer {
  const { line, cwd, mode } = event
  const check = judgeCall({ line, cwd, home, mode, ...(env && { env }) })
  const reason = reasonFor(check)
  if (check.decision === 'deny') return denial(host, reason)
  if (check.decision === 'allow') return spoken(host.say('allow', reason))
  const isAsked = ask === undefined ? event.canAsk : ask === 'host'
  return isAsked ? spoken(host.say('ask', reason)) : denial(host, `${reason}. ${NOBODY_TO_ASK}`)
}

function denial(host: Host, reason: string): Answer {
  // Gemini CLI looks at stderr only if nothing at all stands on stdout.
  if (host.deniesBy === 'exit') return { stdout: `${reason}\n`, stderr: `${reason}\n`, exitCode: 2 }
  return spoken(host.say('deny', reason))
}
