import { randomBytes } from 'node:crypto'

/** Something only the client can tell, in the words of MCP. */
export interface Question {
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  params: Record<string, unknown>
}

/** How far a call has come: it is over, or it waits for answers. */
export type Turn<T> = { result: T } | { questions: Record<string, Question>; state: string }

export type Ask = (name: string, question: Question, fits: (answer: unknown) => boolean) => Promise<unknown>

/** What a call gets: how to ask, and when its caller gives up. */
export interface CallLine {
  ask: Ask
  onGiveUp: (stop: () => void) => () => void
}

export interface Round {
  /** What the caller asked for; it must be the same in every round. */
  request: string
  signal: AbortSignal
  /** Answers that came with the request. */
  answers: Readonly<Record<string, unknown>>
}

/** Longer nobody thinks about a question, and more calls do not wait at a time. */
const PATIENCE = 600_000
const MOST_CALLS = 100

/**
 * Calls that wait for an answer. Since 2026 a client answers by sending its request again; the command that asked is
 * still there and goes on where it was, so that nothing it has done is done twice. What the client carries back and
 * forth is a random word, good for one round.
 */
export class OpenCalls<T> {
  readonly #calls = new Map<string, OpenCall<T>>()

  /** Begins a call. */
  start(round: Round, body: (line: CallLine) => Promise<T>): Promise<Turn<T>> {
    const call = new OpenCall<T>(round.request, round.answers)
    const turn = call.next(round)
    call.begin(body)
    return this.#keep(call, turn)
  }

  /** Goes on with a call; undefined if no such call waits. */
  resume(state: string, round: Round): Promise<Turn<T>> | undefined {
    const call = this.#calls.get(state)
    if (call === undefined || call.request !== round.request) return undefined
    this.#calls.delete(state)
    const turn = call.next(round)
    call.answer(round.answers)
    return this.#keep(call, turn)
  }

  /** Gives up whatever still waits. */
  close(): void {
    for (const call of this.#calls.values()) call.giveUp()
    this.#calls.clear()
  }

  async #keep(call: OpenCall<T>, turn: Promise<Turn<T>>): Promise<Turn<T>> {
    const came = await turn
    if (!('state' in came)) return came
    this.#calls.set(came.state, call)
    const [oldest] = this.#calls.keys()
    if (this.#calls.size > MOST_CALLS) this.#drop(oldest!)
    setTimeout(() => this.#drop(came.state), PATIENCE).unref()
    return came
  }

  #drop(state: string): void {
    this.#calls.get(state)?.giveUp()
    this.#calls.delete(state)
  }
}

class OpenCall<T> {
  readonly request: string
  readonly #early: Readonly<Record<string, unknown>>
  readonly #open = new Map<string, { question: Question; answer: (answer: unknown) => boolean }>()
  readonly #stops = new Set<() => void>()
  #settle: { resolve: (turn: Turn<T>) => void; reject: (error: unknown) => void } | undefined
  #outcome: { result: T } | { error: unknown } | undefined

  constructor(request: string, early: Readonly<Record<string, unknown>>) {
    this.request = request
    this.#early = early
  }

  begin(body: (line: CallLine) => Promise<T>): void {
    const onGiveUp = (stop: () => void) => {
      this.#stops.add(stop)
      return () => this.#stops.delete(stop)
    }
    body({ ask: (...question) => this.#ask(...question), onGiveUp }).then(
      (result) => this.#end({ result }),
      (error: unknown) => this.#end({ error }),
    )
  }

  /** What comes next in this round: the end, or questions. */
  next({ signal }: Round): Promise<Turn<T>> {
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
    for (const stop of this.#stops) stop()
  }

  #ask(name: string, question: Question, fits: (answer: unknown) => boolean): Promise<unknown> {
    if (Object.hasOwn(this.#early, name) && fits(this.#early[name])) return Promise.resolve(this.#early[name])
    if (this.#open.has(name)) throw new TypeError(`two questions with the name "${name}" are open at the same time`)
    return new Promise((resolve) => {
      const answer = (given: unknown) => {
        if (!fits(given)) return false
        resolve(given)
        return true
      }
      // Questions that are asked together go out together.
      if (this.#open.size === 0) setImmediate(() => this.#putQuestions())
      this.#open.set(name, { question, answer })
    })
  }

  #putQuestions(): void {
    if (this.#open.size === 0) return
    const questions = Object.fromEntries([...this.#open].map(([name, { question }]) => [name, question]))
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
