import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import type { Io } from '../call/io.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { guardStreams } from './guard-streams.js'
import { bracketed, createGate } from './http-gate.js'
import { sendResponse, toRequest } from './http-message.js'
import { createSessions } from './http-sessions.js'
import { createServer } from './server.js'
import { createServing, type ServeOptions } from './serving.js'
import { watchedBus } from './watched-resources.js'

export interface HttpOptions extends ServeOptions {
  host: string
  port: number
  token: string | undefined
}

/** The only path that is served. */
const PATH = '/mcp'

/** Serves clients over HTTP until this process receives SIGINT or SIGTERM. */
export async function serveOverHttp(cli: CliDefinition<CommandMap>, options: HttpOptions, io: Io): Promise<number> {
  const { handle, close } = createHttp(cli, options)
  const server = createHttpServer(async (message, response) => {
    const request = toRequest(message, response)
    const answer = request === undefined ? new Response('not a request\n', { status: 400 }) : await handle(request)
    await sendResponse(answer, response)
  })
  await listen(server, options)
  const { address, port } = server.address() as AddressInfo
  const { exit } = guardStreams()
  io.writeError(`${cli.name} serves MCP at http://${bracketed(address)}:${port}${PATH}\n`)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  server.close()
  await close()
  server.closeAllConnections()
  return exit(EXIT.ok)
}

/** The server as a function from requests to responses. */
export function createHttp(
  cli: CliDefinition<CommandMap>,
  options: HttpOptions,
): { handle: (request: Request) => Promise<Response>; close: () => Promise<void> } {
  const serving = createServing(cli, options)
  const sessions = createSessions(serving)
  const bus = watchedBus(cli.mcp?.resources ?? {})
  const modern = createMcpHandler(() => createServer(serving), { legacy: 'reject', bus })
  const refuse = createGate(options)
  return {
    async handle(request) {
      const refused = refuse(request)
      if (refused !== undefined) return refused
      if (new URL(request.url).pathname !== PATH) return new Response(`MCP is at ${PATH}\n`, { status: 404 })
      return (await isLegacyRequest(request)) ? sessions.handle(request) : modern.fetch(request)
    },
    async close() {
      serving.close()
      await Promise.all([sessions.close(), modern.close()])
    },
  }
}

function listen(server: HttpServer, { host, port }: HttpOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = `cannot listen on ${host} port ${port} (${error.code}); choose another with --port`
      reject(new ToolError(CODES.invalidValue, message, { exitCode: EXIT.unavailable, details: { parameter: 'port' } }))
    })
    server.listen(port, host, resolve)
  })
}
