import { AsyncLocalStorage } from 'node:async_hooks'
import type { Invocation } from './invocation.js'

const storage = new AsyncLocalStorage<Invocation>()

/** Calls made during the work are nested in this call. */
export function insideOf<T>(call: Invocation, work: () => T): T {
  return storage.run(call, work)
}

/** The call in which this code runs. */
export function outerCall(): Invocation | undefined {
  return storage.getStore()
}
