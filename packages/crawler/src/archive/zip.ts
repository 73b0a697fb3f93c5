import { open, type Entry, type ZipFile } from 'yauzl'
import { CrawlFailure } from '../failure.js'
import type { ArchiveEntry } from './entry.js'

/** Type and permissions, for archives from Unix. */
const modeOf = ({ versionMadeBy, externalFileAttributes }: Entry) =>
  versionMadeBy >>> 8 === 3 ? externalFileAttributes >>> 16 : 0

const LONGEST_TARGET = 4_096

/** The entries of a zip archive. Names are checked when entries are written. */
export async function* readZip(file: string): AsyncGenerator<ArchiveEntry> {
  const zip = await opened(file)
  try {
    for (;;) {
      const entry = await next(zip)
      if (entry === undefined) return
      const path = entry.fileName
      const mode = modeOf(entry)
      if (path.endsWith('/')) yield { kind: 'folder', path }
      else if ((mode & 0o170000) === 0o120000) yield { kind: 'link', path, target: await textOf(zip, entry) }
      else if ((mode & 0o170000) !== 0 && (mode & 0o170000) !== 0o100000) yield { kind: 'other', path }
      else yield { kind: 'file', path, isExecutable: (mode & 0o111) !== 0, content: contentOf(zip, entry) }
    }
  } finally {
    zip.close()
  }
}

function opened(file: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(file, { lazyEntries: true, autoClose: false, strictFileNames: false }, (error, zip) =>
      error === null ? resolve(zip) : reject(broken(error)),
    )
  })
}

function next(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const done = (act: () => void) => {
      zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error')
      act()
    }
    zip.on('entry', (entry) => done(() => resolve(entry)))
    zip.on('end', () => done(() => resolve(undefined)))
    zip.on('error', (error: Error) => done(() => reject(broken(error))))
    zip.readEntry()
  })
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      zip.openReadStream(entry, (error, readable) => (error === null ? resolve(readable) : reject(error)))
    })
    for await (const chunk of stream) yield chunk as Uint8Array
  } catch (error) {
    throw error instanceof CrawlFailure ? error : broken(error as Error)
  }
}

async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of contentOf(zip, entry)) {
    length += part.byteLength
    if (length > LONGEST_TARGET) throw new CrawlFailure('hostile-archive', `the link ${entry.fileName} is too long`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function broken(error: Error): CrawlFailure {
  return new CrawlFailure('hostile-archive', `the zip archive cannot be read: ${error.message}`, { cause: error })
}
