import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The response for a path. A status other than 200 is sent that many `times`, then the body. */
export interface Served {
  body: string | Buffer
  status?: number
  headers?: Record<string, string>
  times?: number
}

/** apt sends conditional requests by time, others by ETag. */
const MODIFIED = 'Mon, 01 Jan 2024 00:00:00 GMT'

/** A server on loopback with the paths of real services. It supports validators, and counts what it sends. */
export class PackageServer {
  readonly paths = new Map<string, Served>()
  readonly seen: { path: string; status: number; authorization?: string }[] = []
  #server: Server | undefined

  get url(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}`
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      const path = decodeURIComponent(request.url ?? '')
      const served = this.paths.get(path)
      const note = (status: number) => {
        const { authorization } = request.headers
        this.seen.push({ path, status, ...(authorization && { authorization }) })
        return status
      }
      if (served === undefined) return void response.writeHead(note(404)).end()
      if (served.status !== undefined && (served.times ?? 0) > 0) {
        served.times!--
        return void response.writeHead(note(served.status), served.headers).end()
      }
      const body = Buffer.from(served.body)
      const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
      const isKnown = request.headers['if-none-match'] === etag || request.headers['if-modified-since'] === MODIFIED
      if (isKnown) return void response.writeHead(note(304), { etag }).end()
      response.writeHead(note(200), { etag, 'last-modified': MODIFIED, 'content-length': body.length })
      response.end(request.method === 'HEAD' ? undefined : body)
    })
    await new Promise<void>((resolve) => this.#server!.listen(0, '127.0.0.1', resolve))
  }

  put(path: string, body: unknown, more: Omit<Served, 'body'> = {}): void {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    this.paths.set(path, { body: isRaw ? body : JSON.stringify(body), ...more })
  }

  /** The bodies sent since the last call. */
  sent(): string[] {
    return this.seen.splice(0).flatMap(({ path, status }) => (status === 200 ? [path] : []))
  }

  stop(): Promise<unknown> {
    this.#server?.closeAllConnections()
    return new Promise((resolve) => (this.#server === undefined ? resolve(0) : this.#server.close(resolve)))
  }
}
