import type { AnyCli } from '../callable/cli.js'
import { nodeIo } from '../program/node-io.js'
import { startServer, type ServerWish } from './start-server.js'

export type { ServerWish } from './start-server.js'

/**
 * Serves a tool over MCP until its client or a signal ends it, and returns the exit code: for commands that start a
 * server themselves. `line` is the line with which clients start it.
 */
export function serve(cli: AnyCli, wish: ServerWish, line: string): Promise<number> {
  return startServer(cli.definition, wish, nodeIo, line)
}
