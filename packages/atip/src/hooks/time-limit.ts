import { Script } from 'node:vm'

const KEY = Symbol.for('atip.hooks.work')

/**
 * Runs work that must not take longer, and throws if it would. A timer could not: the work is synchronous. V8 watches
 * a script from another thread, and a script can call back to what is here.
 */
export function withinTime<T>(milliseconds: number, work: () => T): T {
  const shared = globalThis as { [KEY]?: () => T }
  shared[KEY] = work
  try {
    const script = new Script("globalThis[Symbol.for('atip.hooks.work')]()")
    return script.runInThisContext({ timeout: milliseconds }) as T
  } finally {
    delete shared[KEY]
  }
}
