import { setTimeout as sleep } from 'node:timers/promises'
import { timerMs } from '@atip/sandbox'
import { PrimeFailed } from '../prime/gate.js'
import { CallEnded } from '../state/ending.js'
import { primeNames } from '../surface/prime-names.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'

/** Primes the provider before its first call in a session, and reports deprecated commands. */
export async function passPrimeGate(call: Invocation, parts: RuntimeParts): Promise<void> {
  const { provider } = call.tool!
  try {
    await parts.gate.ensure(provider)
  } catch (error) {
    if (!(error instanceof PrimeFailed)) throw error
    throw new CallEnded('prime_failed', `${error.message}. None of its tools can be called.`)
  }
  noteDeprecation(call, parts)
}

function noteDeprecation(call: Invocation, { gate, deprecated }: RuntimeParts): void {
  const { provider } = call.tool!
  const { deprecatedCommands = [], preferredCommands = [] } = gate.response(provider)?.schema ?? {}
  const lines = call.judged!.ruling.commands.map(({ argv }) => argv)
  const name = primeNames(call.tool!, lines).find((one) => deprecatedCommands.includes(one))
  if (name === undefined) return
  const says = `${provider} says that ${name} is deprecated`
  const instead = preferredCommands.length === 0 ? '' : `. Use ${preferredCommands.join(' or ')} instead`
  if (deprecated === 'warn') call.addContext(`${says}${instead}.`)
  else call.votes.push({ decision: deprecated, hook: 'prime', reason: `${says}${instead}` })
}

/** Waits for a short time, or says when to call again. */
export async function keepRate(call: Invocation, { gate, limits }: RuntimeParts): Promise<void> {
  const { provider } = call.tool!
  for (let waited = 0; ;) {
    const delay = gate.delay(provider)
    if (delay <= 0) return
    if (delay === Infinity) throw new CallEnded('rate_limited', `${provider} accepts no calls: its rate limit is 0.`)
    if (waited + delay > limits.rateWaitMs) {
      const retryAfter = Math.ceil(delay / 1000)
      const text = `${provider} is at its rate limit. Call again in ${retryAfter} s.`
      throw new CallEnded('rate_limited', text, { retryAfter })
    }
    waited += delay
    await sleep(timerMs(delay), undefined, { signal: call.signal })
  }
}
