import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { OpenCalls, PATIENCE, type CallLine, type ClientQuestion, type Round, type Turn } from './open-calls.js'

afterEach(() => vi.useRealTimers())

/** Enough for a busy machine. */
const PATIENT = { timeout: 250_000, interval: 5 }

const SILENT = { progress: () => {}, log: () => {} }
const QUESTION: ClientQuestion = { method: 'elicitation/create', params: { message: 'Sure?' } }
const anything = () => true
const isNumber = (answer: unknown) => typeof answer === 'number'

function round(answers: Record<string, unknown> = {}, more: Partial<Round> = {}): Round {
  return { request: 'tool', signal: new AbortController().signal, answers, listener: SILENT, ...more }
}

/** The state under which a call waits. */
function stateOf(turn: Turn<unknown> | undefined): string {
  if (turn === undefined || !('state' in turn)) throw new Error(`does not wait: ${JSON.stringify(turn)}`)
  return turn.state
}

const namesIn = (turn: Turn<unknown>) => ('questions' in turn ? Object.keys(turn.questions).sort() : [])

/** A body that asks one question and returns the answer. */
const asksOnce = ({ ask }: CallLine) => ask('one', QUESTION, anything)

test('a call that asks nothing is over in one round', async () => {
  expect(await new OpenCalls().start(round(), async () => 'done')).toEqual({ result: 'done' })
})

test('a failure of the body is a failure of its round', async () => {
  const fails = async () => Promise.reject(new Error('oops'))
  await expect(new OpenCalls().start(round(), fails)).rejects.toThrow('oops')
})

test('questions of one moment go out together, a later one in the next round', async () => {
  const calls = new OpenCalls<unknown>()
  const first = await calls.start(round(), async ({ ask }) => {
    const together = await Promise.all([ask('a', QUESTION, anything), ask('b', QUESTION, anything)])
    return [...together, await ask('c', QUESTION, anything)]
  })
  expect(namesIn(first)).toEqual(['a', 'b'])
  const second = (await calls.resume(stateOf(first), round({ a: 1, b: 2 })))!
  expect(namesIn(second)).toEqual(['c'])
  expect(await calls.resume(stateOf(second), round({ c: 3 }))).toEqual({ result: [1, 2, 3] })
})

test('what was not answered, or not in the form that was asked for, is asked again, the rest is not', async () => {
  const calls = new OpenCalls<unknown>()
  let turn = await calls.start(round(), ({ ask }) =>
    Promise.all(['a', 'b', 'c'].map((name) => ask(name, QUESTION, isNumber))),
  )
  turn = (await calls.resume(stateOf(turn), round({ a: 1, b: 'two', stranger: 5 })))!
  expect(namesIn(turn)).toEqual(['b', 'c'])
  turn = (await calls.resume(stateOf(turn), round({})))!
  expect(namesIn(turn)).toEqual(['b', 'c'])
  expect(await calls.resume(stateOf(turn), round({ b: 2, c: 3 }))).toEqual({ result: [1, 2, 3] })
})

test('an answer under the name of something that every object has is no answer', async () => {
  const calls = new OpenCalls<unknown>()
  const turn = await calls.start(round(), ({ ask }) => ask('constructor', QUESTION, anything))
  expect(namesIn((await calls.resume(stateOf(turn), round()))!)).toEqual(['constructor'])
})

test('two questions of one name at the same time are a mistake of the body', async () => {
  const twice = async ({ ask }: CallLine) => Promise.all([ask('a', QUESTION, anything), ask('a', QUESTION, anything)])
  await expect(new OpenCalls().start(round(), twice)).rejects.toThrow('two questions with the name "a"')
})

test('a state is good once', async () => {
  const calls = new OpenCalls<unknown>()
  const state = stateOf(await calls.start(round(), asksOnce))
  const both = [calls.resume(state, round({ one: 'first' })), calls.resume(state, round({ one: 'second' }))]
  expect(await both[0]).toEqual({ result: 'first' })
  expect(both[1]).toBeUndefined()
  expect(calls.resume(state, round({ one: 'third' }))).toBeUndefined()
})

test('a wrong, old, tampered or foreign state is refused and does not disturb the call', async () => {
  const calls = new OpenCalls<unknown>()
  const old = stateOf(await calls.start(round(), ({ ask }) => ask('one', QUESTION, isNumber)))
  const state = stateOf((await calls.resume(old, round({ one: 'no number' })))!)
  const strangers = [old, '', `${state}x`, state.slice(1), state.toUpperCase(), 'constructor', '__proto__']
  for (const stranger of strangers) expect(calls.resume(stranger, round({ one: 1 }))).toBeUndefined()
  expect(calls.resume(state, round({ one: 1 }, { request: 'another tool' }))).toBeUndefined()
  expect(await calls.resume(state, round({ one: 2 }))).toEqual({ result: 2 })
})

test('states cannot be guessed', async () => {
  const calls = new OpenCalls<unknown>()
  const states = await Promise.all(
    Array.from({ length: 50 }, async () => stateOf(await calls.start(round(), asksOnce))),
  )
  expect(new Set(states).size).toBe(50)
  for (const state of states) expect(Buffer.from(state, 'base64url')).toHaveLength(24)
  calls.close()
})

test('an answer that came early is taken once, so that a body that asks again cannot run in circles', async () => {
  const calls = new OpenCalls<unknown>()
  const turn = await calls.start(round({ one: 'early' }), async ({ ask }) => {
    const first = await ask('one', QUESTION, anything)
    return [first, await ask('one', QUESTION, anything)]
  })
  expect(await calls.resume(stateOf(turn), round({ one: 'asked' }))).toEqual({ result: ['early', 'asked'] })
})

test('an early answer of another form is asked for', async () => {
  const turn = await new OpenCalls<unknown>().start(round({ one: 'x' }), ({ ask }) => ask('one', QUESTION, isNumber))
  expect(namesIn(turn)).toEqual(['one'])
})

test('a client that gives up while the body works ends it, also in a later round', async () => {
  for (const rounds of [1, 2]) {
    const calls = new OpenCalls<unknown>()
    const given = new AbortController()
    const works = async ({ ask, onGiveUp }: CallLine) => {
      if (rounds === 2) await ask('one', QUESTION, anything)
      return new Promise((resolve) => onGiveUp(() => resolve('told')))
    }
    const last = round({ one: 1 }, { signal: given.signal })
    const turn =
      rounds === 1 ? calls.start(last, works) : calls.resume(stateOf(await calls.start(round(), works)), last)!
    await new Promise(setImmediate)
    given.abort()
    expect(await turn).toEqual({ result: 'told' })
  }
})

test('cancelling before the body listens still cancels', async () => {
  const given = new AbortController()
  const turn = new OpenCalls<unknown>().start(round({}, { signal: given.signal }), async ({ onGiveUp }) => {
    await new Promise(setImmediate)
    return new Promise((resolve) => onGiveUp(() => resolve('told')))
  })
  given.abort()
  expect(await turn).toEqual({ result: 'told' })
})

test('the signal of an answered round says nothing about the call that waits', async () => {
  const calls = new OpenCalls<unknown>()
  const past = new AbortController()
  const state = stateOf(await calls.start(round({}, { signal: past.signal }), asksOnce))
  past.abort()
  expect(await calls.resume(state, round({ one: 'still there' }))).toEqual({ result: 'still there' })
})

test('a question that will not be answered fails, so that its body ends', async () => {
  const calls = new OpenCalls<unknown>()
  const ended = vi.fn<(error: unknown) => void>()
  const turn = await calls.start(round(), (line) => asksOnce(line).catch(ended))
  calls.close()
  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: 'E4901' })), PATIENT)
  expect(calls.resume(stateOf(turn), round({ one: 1 }))).toBeUndefined()
})

test('at most a hundred wait: the oldest is given up and its body told', async () => {
  const calls = new OpenCalls<unknown>()
  const told: number[] = []
  const begin = async (number: number) =>
    stateOf(await calls.start(round(), (line) => asksOnce(line).catch(() => told.push(number))))
  const states: string[] = []
  for (let number = 0; number < 102; number++) states.push(await begin(number))
  await new Promise(setImmediate)
  expect(told).toEqual([0, 1])
  expect(calls.resume(states[1]!, round({ one: 1 }))).toBeUndefined()
  expect(await calls.resume(states[2]!, round({ one: 'kept' }))).toEqual({ result: 'kept' })
  calls.close()
})

test('no answer is waited for longer than a person thinks, and what was answered leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const calls = new OpenCalls<unknown>()
  const told = vi.fn<(error: unknown) => void>()
  const state = stateOf(await calls.start(round(), (line) => asksOnce(line).catch(told)))
  const other = stateOf(await calls.start(round(), asksOnce))
  expect(vi.getTimerCount()).toBe(2)
  await calls.resume(other, round({ one: 1 }))
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(PATIENCE)
  await new Promise(setImmediate)
  expect(told).toHaveBeenCalledOnce()
  expect(calls.resume(state, round({ one: 1 }))).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

test('timers keep no process alive', async () => {
  const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const calls = new OpenCalls<unknown>()
  await calls.start(round(), asksOnce)
  expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length).toBe(before)
  calls.close()
})

test('what a body gives, or fails with, while no request is open is there in the next round', async () => {
  for (const isFailure of [false, true]) {
    const calls = new OpenCalls<unknown>()
    let goOn = () => {}
    const meanwhile = new Promise<void>((resolve) => (goOn = resolve))
    const turn = await calls.start(round(), async ({ ask }) => {
      ask('one', QUESTION, anything).catch(() => {})
      await meanwhile
      if (isFailure) throw new Error('meanwhile')
      return 'meanwhile'
    })
    goOn()
    await new Promise(setImmediate)
    const next = calls.resume(stateOf(turn), round())!
    if (isFailure) await expect(next).rejects.toThrow('meanwhile')
    else expect(await next).toEqual({ result: 'meanwhile' })
  }
})

test('only the client whose request is open is told what happens', async () => {
  const calls = new OpenCalls<unknown>()
  const heard: string[] = []
  const listener = (name: string) => ({ ...SILENT, log: (message: string) => void heard.push(`${name}: ${message}`) })
  const turn = await calls.start(round({}, { listener: listener('first') }), async (line) => {
    line.listener.log('before')
    await asksOnce(line)
    line.listener.log('after')
  })
  await calls.resume(stateOf(turn), round({ one: 1 }, { listener: listener('second') }))
  expect(heard).toEqual(['first: before', 'second: after'])
})

/**
 * The messages of a client in one round: for each question a valid answer, an invalid one, or none; sometimes a foreign
 * state.
 */
const STEP = fc.record({
  answers: fc.dictionary(fc.constantFrom('q0', 'q1', 'q2', 'q3'), fc.oneof(fc.nat(9), fc.constant('bad'))),
  stranger: fc.option(fc.constantFrom('old', 'made up', 'other call')),
})

test('whatever a client answers in whichever order, each question is answered once and effects happen once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }),
      fc.array(STEP, { maxLength: 12 }),
      async (groups, steps) => {
        const calls = new OpenCalls<number[]>()
        const effects: string[] = []
        let turn: Turn<number[]> = await calls.start(round(), async ({ ask }) => {
          const given: number[] = []
          for (const [place, size] of groups.entries()) {
            effects.push(`before ${place}`)
            const names = Array.from({ length: size }, (_, index) => `q${index}`)
            given.push(...((await Promise.all(names.map((name) => ask(name, QUESTION, isNumber)))) as number[]))
          }
          return given
        })
        const accepted: number[] = []
        const old: string[] = []
        const patient = { answers: { q0: 0, q1: 1, q2: 2 }, stranger: null }
        const all: { answers: Record<string, unknown>; stranger: string | null }[] = [
          ...steps,
          ...groups.map(() => patient),
        ]
        for (const { answers, stranger } of all) {
          if (!('state' in turn)) break
          const { state, questions } = turn
          if (stranger === 'old' && old.length > 0) expect(calls.resume(old.at(-1)!, round(answers))).toBeUndefined()
          if (stranger === 'made up') expect(calls.resume('made-up', round(answers))).toBeUndefined()
          if (stranger === 'other call') expect(calls.resume(state, round(answers, { request: 'x' }))).toBeUndefined()
          const good = Object.keys(questions).filter((name) => isNumber(answers[name]))
          accepted.push(...good.map((name) => answers[name] as number))
          old.push(state)
          turn = (await calls.resume(state, round(answers)))!
        }
        expect('result' in turn && [...turn.result].sort()).toEqual(accepted.sort())
        expect(effects).toEqual(groups.map((_, place) => `before ${place}`))
      },
    ),
    { numRuns: 200 },
  )
})
