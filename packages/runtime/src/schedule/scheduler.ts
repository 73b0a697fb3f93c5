import { EVERYTHING, inConflict, type CallResource } from './resource.js'

export interface SchedulerOptions {
  /** Concurrent calls for each parent. Default 10. */
  max?: number
}

/**
 * The place of one call in the order of all calls. Taken when the call arrives, so that slow hooks do not change the
 * order.
 */
export interface Ticket {
  /** Sets the resources of the call; everything, until they are known. */
  claim(footprint: readonly CallResource[]): void
  /** Resolves when the call may start. Rejects with the signal's reason. */
  admit(signal: AbortSignal): Promise<void>
  /** Makes an admitted call wait again, because a person must be asked first. */
  giveBack(): void
  /** Called when the call and everything it left running have ended. */
  release(): void
}

interface Entry {
  order: readonly number[]
  parent: Entry | undefined
  footprint: readonly CallResource[]
  state: 'waiting' | 'queued' | 'executing'
  start: () => void
  children: number
  running: number
}

/**
 * Starts a call when it conflicts with no running call and no earlier unfinished one. One scheduler serves all agents
 * of a workspace.
 */
export class Scheduler {
  readonly #max: number
  /** All unfinished calls, in order. */
  #active: Entry[] = []
  readonly #root = { children: 0, running: 0 }
  readonly #entries = new WeakMap<Ticket, Entry>()
  #isWaking = false

  constructor({ max = 10 }: SchedulerOptions = {}) {
    if (!(max >= 1)) throw new RangeError(`max must be 1 or more, not ${max}`)
    this.#max = max
  }

  /** `parent`: the call that makes this one. The new call shares the parent's place in the order. */
  take(parent?: Ticket): Ticket {
    const above = parent && this.#entries.get(parent)
    const order = [...(above?.order ?? []), (above ?? this.#root).children++]
    const entry: Entry = {
      order,
      parent: above,
      footprint: EVERYTHING,
      state: 'waiting',
      start: () => {},
      children: 0,
      running: 0,
    }
    const after = this.#active.findLastIndex((other) => isBefore(other.order, order))
    this.#active.splice(after + 1, 0, entry)
    const ticket = this.#ticketOf(entry)
    this.#entries.set(ticket, entry)
    return ticket
  }

  #ticketOf(entry: Entry): Ticket {
    const siblings = entry.parent ?? this.#root
    return {
      claim: (footprint) => {
        entry.footprint = footprint
        this.#wake()
      },
      admit: (signal) =>
        new Promise((resolve, reject) => {
          if (signal.aborted) return reject(signal.reason as Error)
          const abort = () => {
            entry.state = 'waiting'
            reject(signal.reason as Error)
          }
          signal.addEventListener('abort', abort, { once: true })
          entry.state = 'queued'
          entry.start = () => {
            signal.removeEventListener('abort', abort)
            entry.state = 'executing'
            siblings.running++
            resolve()
          }
          this.#wake()
        }),
      giveBack: () => {
        if (entry.state === 'executing') siblings.running--
        entry.state = 'waiting'
        this.#wake()
      },
      release: () => {
        if (!this.#active.includes(entry)) return
        if (entry.state === 'executing') siblings.running--
        this.#active = this.#active.filter((other) => other !== entry)
        this.#wake()
      },
    }
  }

  /** Runs once for all changes until the next microtask: once per call would be quadratic with a thousand calls. */
  #wake(): void {
    if (this.#isWaking) return
    this.#isWaking = true
    queueMicrotask(() => {
      this.#isWaking = false
      this.#startAll()
    })
  }

  #startAll(): void {
    for (const [index, entry] of this.#active.entries()) {
      if (entry.state !== 'queued' || (entry.parent ?? this.#root).running >= this.#max) continue
      if (!this.#isBlocked(entry, index)) entry.start()
    }
  }

  #isBlocked(entry: Entry, index: number): boolean {
    return this.#active.some((other, at) => {
      if (at === index || (at > index && other.state !== 'executing')) return false
      if (isAncestor(other, entry) || !inConflict(other.footprint, entry.footprint)) return false
      // A call that waits for an ancestor of this one cannot start before this one has ended.
      return other.state === 'executing' || !waitsForAncestor(other, entry)
    })
  }
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  for (const [index, number] of one.entries()) {
    const against = other[index]
    if (against === undefined) return false
    if (number !== against) return number < against
  }
  return one.length < other.length
}

function isAncestor(one: Entry, of: Entry): boolean {
  for (let above = of.parent; above !== undefined; above = above.parent) if (above === one) return true
  return false
}

function waitsForAncestor(other: Entry, entry: Entry): boolean {
  for (let above = entry.parent; above !== undefined; above = above.parent) {
    if (!isAncestor(above, other) && inConflict(above.footprint, other.footprint)) return true
  }
  return false
}
