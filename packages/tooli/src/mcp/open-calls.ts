import { CODES, EXIT, ToolError } from '../errors/error.js'
import type { Listener } from './listener.js'

/** Something only the client can tell, in the words of MCP. */
export interface ClientQuestion {
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  params: Record<string, unknown>
}

/** How far a call has come: it is over, or it waits for answers. */
export type Turn<T> = { result: T } | { questions: Record<string, ClientQuestion>; state: string }

export type Ask = (name: string, question: ClientQuestion, fits: (answer: unknown) => boolean) => Promise<unknown>

/** What a call gets: how to ask, whom to tell, and when its caller gives up. */
export interface CallLine {
  ask: Ask
  onGiveUp: (stop: () => void) => () => void
  /** Another in each round. */
  readonly listener: Listener
}

export interface Round {
  /** What the caller asked for; it must be the same in every round. */
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
 * Calls that wait for an answer. Since 2026 a client answers by sending its request again; the command that asked is
 * still there and goes on where it was, so that nothing it has done is done twice. What the client carries back and
 * forth is a random word, good for one round.
 */
export class OpenCalls<T> {
  readonly #calls = new Map<string, { call: OpenCall<T>; timer: NodeJS.Timeout }>()

  /** Begins a call. */
  start(round: Round, body: (line: CallLine) => Promise<T>): Promise<Turn<T>> {
    const call = new OpenCall<T>(round)
    const turn = call.next(round)
    call.begin(body)
    return this.#keep(call, turn)
  }

  /** Goes on with a call; undefined if no such call waits. */
  resume(state: string, round: Round): Promise<Turn<T>> | undefined {
    const waiting = this.#calls.get(state)
    if (waiting === undefined || waiting.call.request !== round.request) return undefined
    const { call } = waiting
    this.#forget(state)
    const turn = call.next(round)
    call.answer(round.answers)
    return this.#keep(call, turn)
  }

  /** Gives up whatever still waits. */
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
  /** Answers that came before they were asked for; each is good once. */
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

  /** What comes next in this round: the end, or questions. */
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
    // What was not answered, or not in the form that was asked for, is asked again.
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
      // Questions that are asked together go out together.
      if (this.#open.size === 0) setImmediate(() => this.#putQuestions())
      this.#open.set(name, { question, answer, giveUp })
    })
  }

  #putQuestions(): void {
    if (this.#open.size === 0) return
    const questions = Object.fromEntries([...this.#open].map(([name, { question }]) => [name, question]))
    // Most servers are never asked for it, and importing it would load all of its exports.
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
