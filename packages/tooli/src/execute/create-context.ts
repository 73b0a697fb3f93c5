import { noClient } from '../call/client.js'
import type { CallFlags, Surface } from '../call/surface.js'
import type { Context } from '../define/context.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'

/** The state of a running command that its outcome depends on. */
export interface RunState {
  plan: string[]
  /** The cursor with which the rest begins, if the command set one. */
  cursor: string | undefined
  /** The exit code that the command set, if not 0. */
  exitCode: number | undefined
  /** Whether the command read limit or cursor, and so pages by itself. */
  pagesItself: boolean
  /** Rejects when the caller gives up, for bodies that ignore their signal. */
  aborted: Promise<never>
  /** Throws if the caller has given up. */
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
  // The race may be over when it rejects, which must not count as an unhandled rejection.
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
      const fix = surface.confirmFix ?? `Ask the user, then repeat the call with ${surface.confirmWord}`
      throw new ToolError(CODES.confirmationNeeded, message, {
        exitCode: EXIT.permission,
        suggestion: { action: 'ask_user', fix, applicability: 'maybe_incorrect' },
      })
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
