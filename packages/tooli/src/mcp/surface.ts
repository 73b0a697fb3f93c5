import { randomUUID } from 'node:crypto'
import type { ServerContext } from '@modelcontextprotocol/server'
import type { Client } from '../run/client.js'
import type { Surface } from '../run/surface.js'
import type { CallLine } from './open-calls.js'

/** A question about something dangerous has no fields: to accept is to say yes. */
const NO_FIELDS = { type: 'object', properties: {} } as const

/** A client as a surface: it is asked before anything dangerous, told of progress, and may give up. */
export function clientSurface(line: CallLine, client: Client, ctx: ServerContext): Surface {
  const token = ctx.mcpReq._meta?.progressToken
  let step = 0
  return {
    onGiveUp: (stop) => line.onGiveUp(stop),
    env: process.env,
    verbosity: 0,
    async confirm(question) {
      if (!client.can.elicit) return undefined
      // Under a name that nobody can know before: consent is given to a question that was asked.
      const { action } = await client.elicit(`confirm-${randomUUID()}`, { message: question, schema: NO_FIELDS })
      return action === 'accept'
    },
    progress(done, total, message) {
      if (token === undefined || done < step) return
      step = done
      const params = { progressToken: token, progress: done, ...(total !== undefined && { total }), message }
      void ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(ignore)
    },
    log: (message) => void ctx.mcpReq.log('info', message).catch(ignore),
    client,
    confirmWord:
      'the consent of the user, which this client cannot ask for; start the server with --yes if it asks itself',
  }
}

/** Who no longer listens is not told. */
function ignore(): void {}
