import type { ServerContext } from '@modelcontextprotocol/server'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { listenerOf } from './listener.js'
import { PATIENCE, type CallLine } from './open-calls.js'

/** How often a client is asked whose answer does not match the form. */
const MOST_TRIES = 3

/** Clients of protocols before 2026 are asked while their request is open. */
export function directLine(ctx: ServerContext): CallLine {
  const { signal, send } = ctx.mcpReq
  return {
    listener: listenerOf(ctx),
    onGiveUp(stop) {
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop, { once: true })
      return () => signal.removeEventListener('abort', stop)
    },
    async ask(_, question, fits) {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const answer: unknown = await send(question as never, { timeout: PATIENCE, signal }).catch(unanswered)
        if (fits(answer)) return answer
      }
      throw unanswered(new Error('its answers do not have the form that was asked for'))
    },
  }

  function unanswered(error: unknown): never {
    if (signal.aborted) throw new ToolError(CODES.cancelled, 'cancelled', { exitCode: EXIT.interrupted })
    const message = `the client could not be asked: ${(error as Error).message}`
    throw new ToolError(CODES.clientCannot, message, { exitCode: EXIT.unavailable })
  }
}
