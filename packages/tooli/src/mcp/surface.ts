import type { Surface } from '../call/surface.js'
import type { Client } from '../define/client.js'
import type { CallLine } from './open-calls.js'

/** A question about something dangerous has no fields: accepting it means yes. */
const NO_FIELDS = { type: 'object', properties: {} } as const

/** A client as a surface: it is asked before anything dangerous, receives progress, and may cancel. */
export function clientSurface(line: CallLine, client: Client): Surface {
  return {
    onGiveUp: (stop) => line.onGiveUp(stop),
    env: process.env,
    verbosity: 0,
    async confirm(question) {
      if (!client.can.elicit) return undefined
      // The random name ensures that the consent answers a question that was asked.
      const { action } = await client.elicit(`confirm-${crypto.randomUUID()}`, { message: question, schema: NO_FIELDS })
      return action === 'accept'
    },
    progress: (done, total, message) => line.listener.progress(done, total, message),
    spinner: (text) => line.listener.log(text),
    log: (message) => line.listener.log(message),
    client,
    confirmWord: 'the consent of the user, whom this client cannot ask (it has no elicitation)',
    confirmFix: 'Tell the user what you want to do and why: they can do it themselves, on the command line',
  }
}
