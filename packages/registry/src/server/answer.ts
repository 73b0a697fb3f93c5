import type { HonoRequest } from 'hono'
import { SAFE_HEADERS } from './safe-headers.js'
import type { ServedFile } from './served-files.js'

/** Answers with the file, or with 304 if the client has it already. */
export async function answer(
  req: HonoRequest,
  file: ServedFile,
  caching: Readonly<Record<string, string>>,
): Promise<Response> {
  const { bytes, etag, encoding } = await file.for(req.header('accept-encoding'))
  const headers: Record<string, string> = { ...caching, etag }
  if (isSameTag(req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  headers['content-type'] = file.type
  headers['content-length'] = String(bytes.length)
  Object.assign(headers, SAFE_HEADERS)
  if (encoding !== undefined) headers['content-encoding'] = encoding
  return new Response(req.method === 'HEAD' ? null : bytes, { status: 200, headers })
}

function isSameTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

const IMMUTABLE =
  /^\/(?:packs|filter|policies|signatures)\/|^\/log\/tile\/|^\/patterns\/.*-[0-9a-f]{32}\.json$|^\/(?:assets|search)\/[0-9a-f]{32}\//

/** The caching headers: for ever for files that are named by their content, otherwise as RFC 4.7 suggests. */
export function cachingOf(status: number, path: string, isPrivate: boolean): Record<string, string> {
  const who = isPrivate ? 'private' : 'public'
  const vary = isPrivate ? 'Authorization, Accept-Encoding' : 'Accept-Encoding'
  return { 'cache-control': `${who}, ${lifetimeOf(status, path)}`, vary }
}

function lifetimeOf(status: number, path: string): string {
  if (status === 404) return 'max-age=600'
  if (IMMUTABLE.test(path)) return 'max-age=31536000, immutable'
  if (path.startsWith('/shims/')) return 'max-age=86400, stale-while-revalidate=604800'
  return 'max-age=300'
}
