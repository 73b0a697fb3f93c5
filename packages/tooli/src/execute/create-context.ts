import { noClient } from '../call/client.js'
import type { CallFlags, Surface } from '../call/surface.js'
import type { Context } from '../define/context.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'

/** What happened while a command ran that its answer depends on. */
export interface RunState {
  plan: string[]
  /** Where the command says the rest begins. */
  cursor: string | undefined
  /** What the program shall exit with, if not 0. */
  exitCode: number | undefined
  /** Whether the command looked at limit or cursor, and so pages by itself. */
  pagesItself: boolean
  /** Rejects when the call is given up, for bodies that do not listen to their signal. */
  aborted: Promise<never>
  /** Throws once the call is given up. */
  check: () => void
}

export function createContext(
  flags: CallFlags,
  surface: Surface,
): { ctx: Context; state: RunState; abort: (reason: ToolError) => void } {
  // Created on first use: loading AbortController costs a millisecond.
  let controller: AbortController | undefined
  let given: ToolError | undefined
  let reject: (reason: ToolError) => void = () => {}
  const aborted = new Promise<never>((_, refuse) => (reject = refuse))
  // The race may be over when it rejects; that is no unhandled failure.
  aborted.catch(() => {})
  const check = () => {
    if (given !== undefined) throw given
  }
  const state: RunState = { plan: [], cursor: undefined, exitCode: undefined, pagesItself: false, aborted, check }
  const isDryRun = flags.dryRun === true
  const ctx: Context = {
    get signal() {
      controller ??= new AbortController()
      if (given !== undefined) controller.abort(given)
      return controller.signal
    },
    isDryRun,
    verbosity: surface.verbosity,
    get limit() {
      state.pagesItself = true
      return flags.limit
    },
    get cursor() {
      state.pagesItself = true
      return flags.cursor
    },
    async effect(description, act) {
      check()
      state.plan.push(description)
      return isDryRun ? undefined : act()
    },
    progress: (done, total, text) => surface.progress(done, total, text),
    spinner: (text) => surface.spinner(text),
    log: (message) => surface.log(message),
    show: (bytes, to = 'stdout') => surface.show?.(bytes, to),
    async confirm(question) {
      if (flags.yes === true || isDryRun) return true
      const answer = await surface.confirm(question)
      if (answer !== undefined) return answer
      const message = `a question needs an answer: ${question} Give it with ${surface.confirmWord}`
      throw new ToolError(CODES.confirmationNeeded, message, { exitCode: EXIT.permission })
    },
    get client() {
      return surface.client ?? noClient
    },
    exitWith(code) {
      state.exitCode = code
    },
    nextCursor(cursor) {
      state.cursor = cursor
    },
  }
  const abort = (reason: ToolError) => {
    given = reason
    controller?.abort(reason)
    reject(reason)
  }
  return { ctx, state, abort }
}
