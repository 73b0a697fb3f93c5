import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export type Handler = (request: IncomingMessage, response: ServerResponse, bytes: Buffer | undefined) => void

/** A web server for the files of a folder, which can be told to answer some requests differently. */
export interface HostileServer {
  url: string
  /** The paths of all requests. */
  requests: string[]
  /** Answers requests with a matching path by this handler; `undefined` restores the file. */
  answer(path: RegExp, handler: Handler | undefined): void
  close(): void
}

export async function startHostileServer(folder: string): Promise<HostileServer> {
  const requests: string[] = []
  let tampered: { path: RegExp; handler: Handler } | undefined
  const server = createServer((request, response) => {
    const path = request.url!
    requests.push(path)
    let bytes: Buffer | undefined
    try {
      bytes = readFileSync(join(folder, path))
    } catch {
      // The file does not exist.
    }
    if (tampered?.path.test(path)) return tampered.handler(request, response, bytes)
    response.writeHead(bytes === undefined ? 404 : 200, { 'cache-control': 'no-cache' }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (path, handler) => {
      tampered = handler && { path, handler }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
