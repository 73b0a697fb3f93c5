import type { AddressInfo } from 'node:net'

export interface RegistryServer {
  url: string
  close(): Promise<void>
}

interface App {
  fetch(request: Request, environment: never): Response | Promise<Response>
}

/** Serves an app until it is closed. Port 0 picks a free port. */
export async function listen(app: App, hostname: string, port: number): Promise<RegistryServer> {
  // A dynamic import keeps the package cheap to import.
  const { serve } = await import('@hono/node-server')
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch as never, hostname, port }, (address: AddressInfo) => {
      const name = hostname.includes(':') ? `[${hostname}]` : hostname
      resolve({
        url: `http://${name}:${address.port}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      })
    })
    server.on('error', reject)
  })
}
