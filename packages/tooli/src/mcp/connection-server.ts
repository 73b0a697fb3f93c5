import type { Server } from '@modelcontextprotocol/server'
import { createServer } from './server.js'
import type { Serving } from './serving.js'
import { watchResources } from './watched-resources.js'

/**
 * Since protocol 2026 the server does not learn what a client listens to, so a server for one connection watches all
 * resources.
 */
export function connectionServer(serving: Serving, era: string): Server {
  const server = createServer(serving)
  if (era !== 'modern') return server
  const tell = (uri: string) => void server.sendResourceUpdated({ uri }).catch(() => {})
  const stop = watchResources(serving.cli.mcp?.resources ?? {}, tell)
  const { onclose } = server
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK knows no other way
  server.onclose = () => {
    stop()
    onclose?.()
  }
  return server
}
