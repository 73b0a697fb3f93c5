import type { ServerContext } from '@modelcontextprotocol/server'

/** Receives progress and logs of a running command, and sends them for the request that is open now. */
export interface Listener {
  progress(done: number, total?: number, message?: string): void
  log(message: string): void
}

export function listenerOf({ mcpReq }: ServerContext): Listener {
  const token = mcpReq._meta?.progressToken
  let last = -Infinity
  return {
    progress(done, total, message) {
      // The protocol requires increasing numbers; NaN and Infinity have no JSON.
      if (token === undefined || !Number.isFinite(done) || done <= last) return
      last = done
      const params = { progressToken: token, progress: done, ...(Number.isFinite(total) && { total }), message }
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(ignore)
    },
    log: (message) => void mcpReq.log('info', message).catch(ignore),
  }
}

/** The client no longer listens. */
function ignore(): void {}
