import { setTimeout as sleep } from 'node:timers/promises'
import { PrimeFailed } from '../prime/gate.js'
import { CallEnded } from '../state/ending.js'
import { namesOf } from '../surface/catalog.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'

/** Primes the provider before its first call in a session, and reports deprecated commands. */
export async function passPrimeGate(call: Invocation, { gate, deprecated }: RuntimeParts): Promise<void> {
  const { provider } = call.tool!
  try {
    await gate.ensure(provider)
  } catch (error) {
    if (!(error instanceof PrimeFailed)) throw error
    throw new CallEnded('prime_failed', `${error.message}. None of its tools can be called.`)
  }
  const { deprecatedCommands = [], preferredCommands = [] } = gate.response(provider)?.schema ?? {}
  if (!namesOf(call.tool!).some((name) => deprecatedCommands.includes(name))) return
  const instead = preferredCommands.length === 0 ? '' : ` Use ${preferredCommands.join(' or ')} instead.`
  const text = `${provider} says that ${call.tool!.name} is deprecated.${instead}`
  if (deprecated === 'warn') call.context.push(text)
  else call.votes.push({ decision: deprecated, hook: 'prime', reason: text })
}

/** Waits for a short time, or says when to call again. */
export async function keepRate(call: Invocation, { gate, limits }: RuntimeParts): Promise<void> {
  const { provider } = call.tool!
  for (let waited = 0; ;) {
    const delay = gate.delay(provider)
    if (delay <= 0) return
    if (waited + delay > limits.rateWaitMs) {
      const retryAfter = Math.ceil(delay / 1000)
      const text = `${provider} is at its rate limit. Call again in ${retryAfter} s.`
      throw new CallEnded('rate_limited', text, { retryAfter })
    }
    waited += delay
    await sleep(delay, undefined, { signal: call.signal })
  }
}
