import type { EventType } from '../records/vocabulary.js'
import { createEvent, type EventSubject, type RuntimeEvent } from './event.js'

/** Stores events before anything happens; `append` throws if it cannot. */
export interface EventSink {
  /** The number of the next event. */
  readonly next: number
  append(event: RuntimeEvent): void
}

export interface StreamOptions {
  sessionId: string
  sink?: EventSink | undefined
  listener?: ((event: RuntimeEvent) => void) | undefined
  now: () => number
}

/** The log could not be written, so nothing may run. */
export class AuditUnavailable extends Error {}

/** All events of a session, in one order. */
export class EventStream {
  #sequence: number
  readonly #options: StreamOptions

  constructor(options: StreamOptions) {
    this.#options = options
    this.#sequence = options.sink?.next ?? 0
  }

  /** Whether there is a log. */
  get isKept(): boolean {
    return this.#options.sink !== undefined
  }

  /** Writes the event to the log before the listener gets it. */
  emit(type: EventType, subject: EventSubject | undefined, data: Record<string, unknown> = {}): void {
    const { sessionId, sink, listener, now } = this.#options
    // Other streams may write to the same log.
    const sequence = Math.max(this.#sequence, sink?.next ?? 0)
    const source = `urn:agenttool:session:${sessionId}`
    const stream = { source, sequence, time: new Date(now()).toISOString() }
    const event = createEvent(type, stream, subject, data)
    try {
      sink?.append(event)
    } catch (error) {
      throw new AuditUnavailable(`the audit log could not be written: ${(error as Error).message}`, { cause: error })
    }
    this.#sequence = sequence + 1
    try {
      const heard: unknown = listener?.(event)
      if (heard instanceof Promise) heard.catch(() => {})
    } catch {
      // A failing listener must not abort a call, and an asynchronous one must not end the process.
    }
  }
}
