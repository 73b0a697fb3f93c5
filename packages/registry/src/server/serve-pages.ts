import { answer } from './answer.js'
import { listen, type RegistryServer } from './listen.js'
import { SAFE_HEADERS } from './safe-headers.js'
import { served, type ServedFile } from './served-files.js'

/** Pages that are rendered on demand. */
export interface PageSource {
  /** Takes a path that begins with a slash and names a file. Undefined if there is no such page. */
  find(path: string): Promise<string | Uint8Array | undefined>
}

export interface PageServeOptions {
  source: PageSource
  /** 0 picks a free port. */
  port?: number
  onRequest?: (request: { method: string; path: string; status: number }) => void
}

const HOST = '127.0.0.1'
const LOCAL_NAMES = [HOST, 'localhost', '[::1]']

/**
 * Serves pages to browsers on this machine only: on loopback, and only under a name of this machine, so that a foreign
 * site cannot read them by pointing its own name here (DNS rebinding).
 */
export async function servePages({ source, port = 0, onRequest }: PageServeOptions): Promise<RegistryServer> {
  const { Hono } = await import('hono')
  const app = new Hono()
  const known = new Map<string, { text: string | Uint8Array; file: ServedFile }>()
  const fileFor = (path: string, text: string | Uint8Array) => {
    const before = known.get(path)
    if (before?.text === text) return before.file
    const file = served(Buffer.from(text as string) as Buffer<ArrayBuffer>, path)
    if (known.size >= MOST_KEPT) known.clear()
    known.set(path, { text, file })
    return file
  }
  app.use(async (context, next) => {
    await next()
    onRequest?.({ method: context.req.method, path: context.req.path, status: context.res.status })
  })
  app.use(async (context, next) => {
    if (isLocal(context.req.header('host'))) return next()
    return context.text('This is only for browsers on this machine: open the address that atip web printed.\n', 421)
  })
  app.on(['GET', 'HEAD'], '*', async (context) => {
    const path = context.req.path.endsWith('/') ? `${context.req.path}index.html` : context.req.path
    const text = await source.find(path)
    if (text === undefined) return context.text('There is no such page.\n', 404, { ...SAFE_HEADERS })
    return answer(context.req, fileFor(path, text), { 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' })
  })
  app.all('*', (context) => context.text('this can only be read\n', 405, { allow: 'GET, HEAD' }))
  return listen(app as never, HOST, port)
}

/** The number of pages that are cached in compressed form. */
const MOST_KEPT = 500

function isLocal(host: string | undefined): boolean {
  return LOCAL_NAMES.includes((host ?? '').toLowerCase().replace(/:\d+$/, ''))
}
