import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { MANIFEST_PATH, readManifest } from '../format/manifest.js'
import type { SignerSettings } from '../signing/verify.js'
import { answer, cachingOf } from './answer.js'
import { createMetrics } from './metrics.js'
import { MOST_SUBMISSION_BYTES, queueLength, submit } from './queue.js'
import { listen, type RegistryServer } from './listen.js'
import { openServedFiles } from './served-files.js'
import { createRates } from './rates.js'

export interface RegistryServeOptions {
  /** The folder of a registry, made by `buildRegistry`. */
  folder: string
  /** Default 127.0.0.1, behind a reverse proxy that terminates TLS. */
  host?: string
  port?: number
  /** For a private registry: only clients with one of these have access. */
  tokens?: readonly string[]
  /** Accepts shims by POST /submit into this folder for review, from these `submitters`. */
  queue?: { folder: string; submitters: SignerSettings; perMinute?: number; mostWaiting?: number }
  onRequest?: (request: ServedRequest) => void
}

export interface ServedRequest {
  method: string
  path: string
  status: number
  bytes: number
}

type Environment = { Bindings: HttpBindings }

/** Serves a registry with the features that a static host lacks: access by token, and a queue for contributions. */
export async function serveRegistry(options: RegistryServeOptions): Promise<RegistryServer> {
  const { host = '127.0.0.1', port = 0 } = options
  return listen(await createApp(options), host, port)
}

async function createApp({ folder, tokens, queue, onRequest }: RegistryServeOptions): Promise<Hono<Environment>> {
  const { Hono } = await import('hono')
  const files = openServedFiles(folder)
  const metrics = createMetrics()
  const isPrivate = tokens !== undefined
  const digests = tokens?.map(digestOf) ?? []
  const isAllowed = (header: string | undefined) => {
    const given = digestOf(/^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? '')
    // Compares all of them, so that the time reveals nothing.
    return digests.map((one) => timingSafeEqual(one, given)).includes(true)
  }
  const rates = createRates(queue?.perMinute ?? 10)
  const app = new Hono<Environment>()

  app.use(async (context, next) => {
    await next()
    const { method, path } = context.req
    const { status, headers } = context.res
    const bytes = Number(headers.get('content-length') ?? 0)
    metrics.count(status, bytes)
    onRequest?.({ method, path, status, bytes })
  })
  app.get('/-/health', (context) => {
    const manifest = files.find(MANIFEST_PATH)
    if (manifest === undefined) return context.json({ status: 'no registry' }, 503)
    const { serial, expires } = readManifest(manifest.plain.bytes)
    const isExpired = expires !== undefined && Date.parse(expires) <= Date.now()
    return context.json({ status: isExpired ? 'expired' : 'ok', serial, expires }, isExpired ? 503 : 200)
  })
  app.use(async (context, next) => {
    if (!isPrivate || isAllowed(context.req.header('authorization'))) return next()
    return context.text('a token is needed\n', 401, {
      'www-authenticate': 'Bearer realm="atip registry"',
      'cache-control': 'no-store',
    })
  })
  app.get('/-/metrics', (context) => context.text(metrics.text({ queued: queue ? queueLength(queue.folder) : 0 })))

  if (queue !== undefined) {
    app.post('/submit', async (context) => {
      if (!rates.isAllowed(callerOf(context))) {
        return context.json({ error: 'too many submissions; try again in a minute' }, 429, { 'retry-after': '60' })
      }
      const body = await jsonWithin(context, MOST_SUBMISSION_BYTES)
      if ('error' in body) return context.json({ error: body.error }, body.status)
      const limits = queue.mostWaiting === undefined ? {} : { mostWaiting: queue.mostWaiting }
      const result = await submit(queue.folder, body.value, queue.submitters, limits)
      if ('content' in result) return context.json(result, result.status === 'queued' ? 202 : 200)
      return context.json({ error: result.reason }, REFUSALS[result.status])
    })
  }
  app.on(['GET', 'HEAD'], '*', async (context) => {
    const file = files.find(context.req.path)
    if (file === undefined) return context.text('not here\n', 404, cachingOf(404, context.req.path, isPrivate))
    return answer(context.req, file, cachingOf(200, context.req.path, isPrivate))
  })
  app.all('*', (context) => context.text('this can only be read\n', 405, { allow: 'GET, HEAD' }))
  return app
}

const REFUSALS = { invalid: 422, unsigned: 403, full: 503 } as const

const digestOf = (token: string) => createHash('sha256').update(token).digest()

const callerOf = (context: Context<Environment>) =>
  context.req.header('authorization') ?? context.env?.incoming?.socket.remoteAddress ?? ''

type Body = { value: unknown } | { error: string; status: 400 | 413 }

/** Stops reading at the limit, whatever length the request states. */
async function jsonWithin(context: Context<Environment>, limit: number): Promise<Body> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of context.req.raw.body ?? []) {
    length += (chunk as Uint8Array).length
    if (length > limit) return { error: `a submission has at most ${limit} bytes`, status: 413 }
    chunks.push(chunk as Uint8Array)
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) }
  } catch {
    return { error: 'the body must be JSON', status: 400 }
  }
}
