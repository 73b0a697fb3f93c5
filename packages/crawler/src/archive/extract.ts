import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { CrawlFailure } from '../failure.js'
import type { ArchiveEntry } from './entry.js'
import { partsInside, targetInside } from './inside.js'
import { ARCHIVE_LIMITS, type ArchiveLimits } from './limits.js'
import { readTar } from './tar.js'
import { packingOf, unpacked } from './unpack.js'
import { readZip } from './zip.js'

export interface ExtractOptions {
  limits?: ArchiveLimits
  /** Maps an entry to another path: a system with `/bin` in `/usr/bin` has other paths than its packages. */
  rename?: (parts: string[]) => string[]
  signal?: AbortSignal
}

/**
 * Unpacks an archive into an empty folder, and writes nothing outside of it: names that lead out are refused, links are
 * resolved as if the folder were the root, and no entry is written through a link.
 */
export async function extract(archive: string, folder: string, options: ExtractOptions = {}): Promise<void> {
  const packing = packingOf(archive)
  const entries = packing === 'zip' ? readZip(archive) : readTar(unpacked(archive, packing))
  await place(entries, folder, options)
}

/** Copies a single program that is not in an archive, and decompresses it. */
export async function extractProgram(file: string, folder: string, name: string, options: ExtractOptions = {}) {
  const content = unpacked(file, packingOf(file))
  await place(one({ kind: 'file', path: name, isExecutable: true, content }), folder, options)
}

async function* one(entry: ArchiveEntry): AsyncGenerator<ArchiveEntry> {
  yield entry
}

async function place(entries: AsyncIterable<ArchiveEntry>, folder: string, options: ExtractOptions): Promise<void> {
  const { limits = ARCHIVE_LIMITS, rename = (parts) => parts, signal } = options
  const root = realpathSync(folder)
  const folders = new Set([root])
  const room = { entries: limits.entries, bytes: limits.totalBytes }
  for await (const entry of entries) {
    signal?.throwIfAborted()
    if (--room.entries < 0) throw overLimit(`more than ${limits.entries.toLocaleString('en')} entries`, 'entries')
    const parts = rename(partsInside(entry.path, limits.depth))
    if (parts.length === 0) continue
    const path = join(root, ...parts)
    makeFolders(root, entry.kind === 'folder' ? parts : parts.slice(0, -1), folders)
    switch (entry.kind) {
      case 'folder':
      case 'other':
        break
      case 'file':
        clear(path)
        await write(path, entry, (bytes) => {
          room.bytes -= bytes
          if (room.bytes < 0) throw overLimit(`more than ${limits.totalBytes.toLocaleString('en')} bytes`, 'totalBytes')
        })
        break
      case 'link':
        clear(path)
        symlinkSync(targetInside(parts.slice(0, -1), entry.target), path)
        break
      case 'same-file': {
        const target = join(root, ...rename(partsInside(entry.target, limits.depth)))
        if (lstatSync(target, { throwIfNoEntry: false })?.isFile() !== true || !isOwn(target, root)) {
          throw new CrawlFailure(
            'hostile-archive',
            `the entry ${JSON.stringify(entry.path)} is a link to something that is not a file of the archive`,
          )
        }
        if (target === path) break
        clear(path)
        linkSync(target, path)
      }
    }
  }
}

/** Every parent must be a folder that was created here, because a link would lead elsewhere. */
function makeFolders(root: string, parts: readonly string[], known: Set<string>): void {
  let path = root
  for (const part of parts) {
    path = join(path, part)
    if (known.has(path)) continue
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) mkdirSync(path, 0o755)
    else if (!stats.isDirectory()) {
      throw new CrawlFailure('hostile-archive', `${JSON.stringify(parts.join('/'))} goes through a file or a link`)
    }
    known.add(path)
  }
}

/**
 * A later entry of the same name replaces the earlier file instead of overwriting its content, because that may have
 * hard links.
 */
function clear(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory()) throw new CrawlFailure('hostile-archive', `${JSON.stringify(path)} is a folder and a file`)
  if (stats !== undefined) rmSync(path)
}

const isOwn = (path: string, root: string) => realpathSync(path).startsWith(`${root}/`)

async function write(
  path: string,
  { content, isExecutable }: Extract<ArchiveEntry, { kind: 'file' }>,
  count: (bytes: number) => void,
): Promise<void> {
  // Only the execute bit comes from the archive, so no file is set-user-ID or writable by others.
  const file = openSync(path, 'wx', isExecutable ? 0o755 : 0o644)
  try {
    for await (const chunk of content) {
      count(chunk.byteLength)
      for (let at = 0; at < chunk.byteLength;) at += writeSync(file, chunk, at)
    }
  } finally {
    closeSync(file)
  }
}

function overLimit(what: string, limit: string): CrawlFailure {
  return new CrawlFailure('limit', `the archive has ${what} (limit ${limit})`)
}
