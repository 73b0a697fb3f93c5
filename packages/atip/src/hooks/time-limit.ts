import { Script } from 'node:vm'

const KEY = Symbol.for('atip.hooks.work')

/**
 * Runs synchronous work with a timeout, and throws when it expires. A timer cannot interrupt it, but V8 watches a
 * script from another thread, and the script can call back here.
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
