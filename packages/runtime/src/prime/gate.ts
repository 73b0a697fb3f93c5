import { timerMs } from '@atip/sandbox'
import { canonical } from '../values/canonical.js'
import { TokenBucket } from './bucket.js'
import { fenceDirectives } from './directives.js'
import type { PrimeQuestion, PrimeAnswer, ToolProvider } from './prime.js'
import { problemsOfResponse } from './response-schema.js'

/** A provider could not be primed, so none of its tools may be called. */
export class PrimeFailed extends Error {}

export interface PrimeObserver {
  started(provider: string): void
  completed(provider: string, outcome: { ok: boolean; drift?: string[]; problem?: string }): void
}

interface Primed {
  response: PrimeAnswer
  expiresAt: number
  bucket: TokenBucket | undefined
}

/** Primes each provider before its first call in a session, and stores the answer. */
export class PrimeGate {
  readonly #providers: ReadonlyMap<string, ToolProvider>
  readonly #primed = new Map<string, Primed>()
  readonly #running = new Map<string, Promise<Primed>>()
  readonly #shown = new Set<string>()

  constructor(
    providers: readonly ToolProvider[],
    readonly request: PrimeQuestion,
    readonly now: () => number,
    readonly observer: PrimeObserver,
    readonly timeoutMs: number,
  ) {
    this.#providers = new Map(providers.map((one) => [one.id, one]))
  }

  /** Parallel first calls share one prime. */
  async ensure(id: string | undefined): Promise<PrimeAnswer | undefined> {
    const provider = id === undefined ? undefined : this.#providers.get(id)
    if (provider?.prime === undefined) return undefined
    const known = this.#primed.get(provider.id)
    if (known !== undefined && this.now() < known.expiresAt) return known.response
    let running = this.#running.get(provider.id)
    if (running === undefined) {
      running = this.#prime(provider).finally(() => this.#running.delete(provider.id))
      this.#running.set(provider.id, running)
    }
    return (await running).response
  }

  /** Milliseconds until the provider accepts another call. If it is 0, a call has been counted. */
  delay(id: string | undefined): number {
    const bucket = id === undefined ? undefined : this.#primed.get(id)?.bucket
    return bucket?.take(this.now()) ?? 0
  }

  /** The directives, on the first request only. */
  directives(id: string | undefined): string | undefined {
    const primed = id === undefined ? undefined : this.#primed.get(id)
    if (primed === undefined || this.#shown.has(id!)) return undefined
    this.#shown.add(id!)
    return fenceDirectives(id!, primed.response)
  }

  response(id: string | undefined): PrimeAnswer | undefined {
    return id === undefined ? undefined : this.#primed.get(id)?.response
  }

  async #prime(provider: ToolProvider): Promise<Primed> {
    const { id } = provider
    this.observer.started(id)
    try {
      const response = (await this.#inTime(provider.prime!(this.request))) as PrimeAnswer
      const problems = problemsOfResponse(response)
      if (problems.length > 0) throw new Error(`its answer is not valid: ${problems[0]}`)
      return this.#keep(id, response)
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      this.observer.completed(id, { ok: false, problem })
      throw new PrimeFailed(`${id} could not be primed: ${problem}`, { cause: error })
    }
  }

  async #inTime(answer: unknown): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      const late = () => reject(new Error(`it took longer than ${this.timeoutMs} ms`))
      timer = setTimeout(late, timerMs(this.timeoutMs))
    })
    try {
      return await Promise.race([answer, timeout])
    } finally {
      clearTimeout(timer)
    }
  }

  #keep(id: string, response: PrimeAnswer): Primed {
    const before = this.#primed.get(id)
    const { requestsPerMinute, burst = 1 } = response.rateLimits ?? {}
    const isSameRate = canonical(before?.response.rateLimits ?? {}) === canonical(response.rateLimits ?? {})
    const bucket = requestsPerMinute === undefined ? undefined : new TokenBucket(requestsPerMinute, burst, this.now())
    const expires = Date.parse(response.session.expiresAt ?? '')
    const primed = {
      response,
      expiresAt: Number.isNaN(expires) ? Infinity : expires,
      // Priming again must not refill the bucket.
      bucket: before !== undefined && isSameRate ? before.bucket : bucket,
    }
    this.#primed.set(id, primed)
    const drift = before === undefined ? [] : driftOf(before.response, response)
    this.observer.completed(id, { ok: true, ...(drift.length > 0 && { drift }) })
    return primed
  }
}

/** Fields that should not change during a session. */
function driftOf(before: PrimeAnswer, after: PrimeAnswer): string[] {
  const fields = ['usageDirectives', 'rateLimits', 'schema'] as const
  return fields.filter((field) => canonical(before[field] ?? null) !== canonical(after[field] ?? null))
}
