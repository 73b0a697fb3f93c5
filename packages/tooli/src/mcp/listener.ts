import type { ServerContext } from '@modelcontextprotocol/server'

/** Receives progress and logs while a command runs: the sender of the request that is open now. */
export interface Listener {
  progress(done: number, total?: number, message?: string): void
  log(message: string): void
}

export function listenerOf({ mcpReq }: ServerContext): Listener {
  const token = mcpReq._meta?.progressToken
  let last = -Infinity
  return {
    progress(done, total, message) {
      // The protocol wants numbers that grow; what is no number cannot be written at all.
      if (token === undefined || !Number.isFinite(done) || done <= last) return
      last = done
      const params = { progressToken: token, progress: done, ...(Number.isFinite(total) && { total }), message }
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(ignore)
    },
    log: (message) => void mcpReq.log('info', message).catch(ignore),
  }
}

/** Who no longer listens is not told. */
function ignore(): void {}
