import { CODES, EXIT, ToolError } from '../errors/error.js'
import type { Listener } from './listener.js'

/** A question that only the client can answer, as in MCP. */
export interface ClientQuestion {
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  params: Record<string, unknown>
}

/** The state of a call: it is over, or it waits for answers. */
export type Turn<T> = { result: T } | { questions: Record<string, ClientQuestion>; state: string }

export type Ask = (name: string, question: ClientQuestion, fits: (answer: unknown) => boolean) => Promise<unknown>

/** The connection of a call to its caller: questions, progress, and cancellation. */
export interface CallLine {
  ask: Ask
  onGiveUp: (stop: () => void) => () => void
  /** Different in each round. */
  readonly listener: Listener
}

export interface Round {
  /** The caller's request, which must be the same in every round. */
  request: string
  signal: AbortSignal
  /** Answers that came with the request. */
  answers: Readonly<Record<string, unknown>>
  listener: Listener
}

/** The timeout for an answer, and the limit of calls that wait at a time. */
export const PATIENCE = 600_000
const MOST_CALLS = 100

/**
 * Calls that wait for an answer. Since protocol 2026 a client answers by repeating its request; the command is still
 * running and continues, so no effect happens twice. The client carries a random token, which is valid for one round.
 */
export class OpenCalls<T> {
  readonly #calls = new Map<string, { call: OpenCall<T>; timer: NodeJS.Timeout }>()

  start(round: Round, body: (line: CallLine) => Promise<T>): Promise<Turn<T>> {
    const call = new OpenCall<T>(round)
    const turn = call.next(round)
    call.begin(body)
    return this.#keep(call, turn)
  }

  /** Continues a call; undefined if no such call waits. */
  resume(state: string, round: Round): Promise<Turn<T>> | undefined {
    const waiting = this.#calls.get(state)
    if (waiting === undefined || waiting.call.request !== round.request) return undefined
    const { call } = waiting
    this.#forget(state)
    const turn = call.next(round)
    call.answer(round.answers)
    return this.#keep(call, turn)
  }

  /** Cancels all waiting calls. */
  close(): void {
    for (const state of this.#calls.keys()) this.#forget(state)?.giveUp()
  }

  async #keep(call: OpenCall<T>, turn: Promise<Turn<T>>): Promise<Turn<T>> {
    const came = await turn
    if (!('state' in came)) return came
    const { state } = came
    const timer = setTimeout(() => this.#forget(state)?.giveUp(), PATIENCE).unref()
    this.#calls.set(state, { call, timer })
    const [oldest] = this.#calls.keys()
    if (this.#calls.size > MOST_CALLS) this.#forget(oldest!)?.giveUp()
    return came
  }

  #forget(state: string): OpenCall<T> | undefined {
    const waiting = this.#calls.get(state)
    clearTimeout(waiting?.timer)
    this.#calls.delete(state)
    return waiting?.call
  }
}

interface OpenQuestion {
  question: ClientQuestion
  /** Takes an answer, if it fits. */
  answer: (answer: unknown) => boolean
  giveUp: () => void
}

class OpenCall<T> {
  readonly request: string
  /** Answers that came before their questions; each is used once. */
  readonly #early: Map<string, unknown>
  readonly #open = new Map<string, OpenQuestion>()
  readonly #stops = new Set<() => void>()
  #listener: Listener
  #isGivenUp = false
  #settle: { resolve: (turn: Turn<T>) => void; reject: (error: unknown) => void } | undefined
  #outcome: { result: T } | { error: unknown } | undefined

  constructor({ request, answers, listener }: Round) {
    this.request = request
    this.#early = new Map(Object.entries(answers))
    this.#listener = listener
  }

  begin(body: (line: CallLine) => Promise<T>): void {
    const listener = (): Listener => this.#listener
    const line: CallLine = {
      ask: (...question) => this.#ask(...question),
      onGiveUp: (stop) => {
        if (this.#isGivenUp) stop()
        this.#stops.add(stop)
        return () => this.#stops.delete(stop)
      },
      get listener() {
        return listener()
      },
    }
    body(line).then(
      (result) => this.#end({ result }),
      (error: unknown) => this.#end({ error }),
    )
  }

  /** The result of this round: the end, or questions. */
  next({ signal, listener }: Round): Promise<Turn<T>> {
    this.#listener = listener
    const stop = () => this.giveUp()
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    const turn = new Promise<Turn<T>>((resolve, reject) => (this.#settle = { resolve, reject }))
    if (this.#outcome !== undefined) this.#end(this.#outcome)
    return turn.finally(() => signal.removeEventListener('abort', stop))
  }

  answer(answers: Readonly<Record<string, unknown>>): void {
    for (const [name, { answer }] of this.#open) {
      if (Object.hasOwn(answers, name) && answer(answers[name])) this.#open.delete(name)
    }
    // Asks again what was not answered, or not in the requested form.
    if (this.#open.size > 0) this.#putQuestions()
  }

  giveUp(): void {
    this.#isGivenUp = true
    for (const stop of this.#stops) stop()
    for (const { giveUp } of this.#open.values()) giveUp()
    this.#open.clear()
  }

  #ask(name: string, question: ClientQuestion, fits: (answer: unknown) => boolean): Promise<unknown> {
    const early = this.#early.get(name)
    if (this.#early.delete(name) && fits(early)) return Promise.resolve(early)
    if (this.#open.has(name)) throw new TypeError(`two questions with the name "${name}" are open at the same time`)
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new ToolError(CODES.cancelled, 'cancelled', { exitCode: EXIT.interrupted }))
      if (this.#isGivenUp) return giveUp()
      const answer = (given: unknown) => {
        if (!fits(given)) return false
        resolve(given)
        return true
      }
      // Questions that are asked together are sent together.
      if (this.#open.size === 0) setImmediate(() => this.#putQuestions())
      this.#open.set(name, { question, answer, giveUp })
    })
  }

  #putQuestions(): void {
    if (this.#open.size === 0) return
    const questions = Object.fromEntries([...this.#open].map(([name, { question }]) => [name, question]))
    // Most servers never need it, and an ES import would load all of its exports.
    const { randomBytes } = process.getBuiltinModule('node:crypto')
    this.#settle?.resolve({ questions, state: randomBytes(24).toString('base64url') })
    this.#settle = undefined
  }

  #end(outcome: { result: T } | { error: unknown }): void {
    this.#outcome = outcome
    if ('result' in outcome) this.#settle?.resolve(outcome)
    else this.#settle?.reject(outcome.error)
    this.#settle = undefined
  }
}
