import type { YargsHandler, YargsProgram } from './program.js'
import { enter } from './state.js'

/**
 * A look at a program, which may have to wait for the builders of commands. It goes on at once where nothing has to be
 * waited for: a program that parses without waiting must be answered without waiting.
 */
export type Look<T> = Generator<unknown, T, unknown>

/** Carries a look through; a promise only if something in it was one. */
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
 * Lets a command's builder say its options and commands, looks at the program in that state, and puts back what was
 * before. No handler, middleware or check is run; whatever else a builder does happens.
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
