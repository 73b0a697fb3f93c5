import type { YargsHandler, YargsProgram } from './program.js'
import { enter } from './state.js'

/**
 * An inspection of a program, which may have to await builders. If none is asynchronous it runs synchronously, because
 * a program that parses synchronously needs a synchronous answer.
 */
export type Look<T> = Generator<unknown, T, unknown>

/** Runs an inspection to its end; returns a promise only if one of its steps is a promise. */
export function settle<T>(look: Look<T>): T | Promise<T> {
  let step = look.next()
  while (step.done !== true) {
    if (isPromise(step.value)) return settleLater(look, step.value)
    step = look.next(step.value)
  }
  return step.value
}

async function settleLater<T>(look: Look<T>, first: Promise<unknown>): Promise<T> {
  let step = look.next(await first)
  while (step.done !== true) step = look.next(await step.value)
  return step.value
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

/**
 * Runs a command's builder, inspects the program in that state, and restores the previous state. No handler, middleware
 * or check runs; other side effects of the builder do happen.
 */
export function* visit<T>(
  program: YargsProgram,
  handler: YargsHandler,
  name: string | undefined,
  look: () => Look<T>,
): Look<T> {
  const leave = enter(program, handler, name)
  try {
    const { builder } = handler
    if (typeof builder === 'function') yield builder(program, true)
    else for (const [key, definition] of Object.entries(builder)) program.option(key, definition)
    return yield* look()
  } finally {
    leave()
  }
}
