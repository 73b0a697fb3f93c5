import { CrawlFailure } from '../failure.js'

/** The segments of a path, resolved below the archive's root. */
export function partsInside(path: string, depth: number): string[] {
  const refused = (why: string) => new CrawlFailure('hostile-archive', `the entry ${shown(path)} ${why}`)
  if (path.includes('\0')) throw refused('has a null byte in its name')
  if (path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)) throw refused('has an absolute path')
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..') || path.split('\\').includes('..')) throw refused('leads out of the archive')
  if (parts.length > depth) throw new CrawlFailure('limit', `the entry ${shown(path)} is too deep (limit depth)`)
  if (parts.some((part) => Buffer.byteLength(part) > 255)) throw refused('has a name that is too long')
  return parts
}

/** The target of a link, resolved as if the archive were the root of the file system. */
export function targetInside(from: readonly string[], target: string): string {
  const parts = target.startsWith('/') ? [] : [...from]
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  const shared = from.findIndex((part, index) => part !== parts[index])
  const common = shared === -1 ? from.length : shared
  const way = [...from.slice(common).map(() => '..'), ...parts.slice(common)]
  return way.join('/') || '.'
}

function shown(path: string): string {
  return JSON.stringify(path.length > 100 ? `${path.slice(0, 100)}…` : path)
}
