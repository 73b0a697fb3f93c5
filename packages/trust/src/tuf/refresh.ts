import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@atip/files'
import { text as shippedRoot } from '../data/generated/tuf-root.js'
import { readFileWithin } from '../files/open-file.js'
import { JSON_LIMITS } from '../files/read-json.js'
import { request, REQUEST_LIMITS } from '../http/request.js'
import { Refused } from '../refused.js'
import { fileIn, readTuf, requireSigned, type TufDocument, type TufFile } from './metadata.js'

export interface RefreshOptions {
  /** The URL of the repository. Default: that of sigstore's public services. */
  url?: string
  /** The initial trusted root, as text. Default: the one that ships with this package. */
  root?: string | Uint8Array
  /** Stores the last state, so that an older one is detected. The folder is created. */
  folder: string
  /** The file to fetch. */
  target?: string
  now?: Date
}

export const PUBLIC_REPOSITORY = 'https://tuf-repo-cdn.sigstore.dev'
const TRUSTED_ROOT = 'trusted_root.json'
/** The maximum number of new roots in one refresh, because a server could offer them for ever. */
const MAX_ROOTS = 256

/**
 * Fetches the current trusted root with The Update Framework. An attacker who controls the server can neither change it
 * nor replace it with an older one. Throws on failure; the stored state then stays.
 */
export async function refreshTrustedRoot(options: RefreshOptions): Promise<string> {
  const { url = PUBLIC_REPOSITORY, folder, target = TRUSTED_ROOT, now = new Date() } = options
  mkdirSync(folder, { recursive: true })
  const kept = (name: string) => join(folder, name)
  const fetched = repositoryAt(url)

  const root = await newestRoot(await firstRoot(kept('root.json'), options.root), fetched, kept('root.json'))
  requireCurrent(root, 'root', now)
  const isConsistent = root.signed.consistent_snapshot === true

  const timestamp = await next('timestamp', 'timestamp.json', { hashes: {} })
  const snapshotFile = fileIn(timestamp, 'meta', 'snapshot.json')
  const snapshot = await next('snapshot', versioned('snapshot.json', snapshotFile), snapshotFile)
  const targetsFile = fileIn(snapshot, 'meta', 'targets.json')
  const targets = await next('targets', versioned('targets.json', targetsFile), targetsFile)
  const wanted = fileIn(targets, 'targets', target)
  if (wanted.length === undefined || Object.keys(wanted.hashes).length === 0) {
    throw new Refused('MALFORMED', `the repository does not say what ${target} must be`)
  }
  const hash = wanted.hashes.sha256 ?? wanted.hashes.sha512
  const bytes = await fetched(`targets/${isConsistent ? `${hash}.` : ''}${target}`, wanted.length)
  requireFile(bytes, wanted, target)
  writeWhole(kept(target), bytes)
  return bytes.toString('utf8')

  function versioned(name: string, { version }: TufFile): string {
    return isConsistent ? `${version}.${name}` : name
  }

  /** Fetches the document of a role, and stores it after verification. */
  async function next(role: 'timestamp' | 'snapshot' | 'targets', name: string, file: TufFile): Promise<TufDocument> {
    const bytes = await fetched(name, file.length)
    requireFile(bytes, file, name)
    const document = readTuf(bytes, role)
    requireSigned(document, root, role)
    if (file.version !== undefined && document.version !== file.version) {
      throw new Refused('SUBJECT', `${name} has version ${document.version}; the repository lists ${file.version}`)
    }
    await requireNewer(document, kept(`${role}.json`), role)
    requireCurrent(document, role, now)
    writeWhole(kept(`${role}.json`), bytes)
    return document
  }
}

type Fetch = (name: string, limit?: number) => Promise<Buffer>

function repositoryAt(url: string): Fetch {
  return async (name, limit = JSON_LIMITS.bytes) => {
    const address = `${url.replace(/\/+$/, '')}/${name}`
    const { status, bytes } = await request(address, {}, { ...REQUEST_LIMITS, bytes: limit })
    if (status === 404 || status === 403) throw new Refused('UNVERIFIABLE', `there is nothing at ${address}`)
    if (status !== 200) throw new Refused('UNVERIFIABLE', `${address} answers with status ${status}`)
    return bytes
  }
}

async function firstRoot(kept: string, given: string | Uint8Array = shippedRoot): Promise<TufDocument> {
  const first = readTuf(given, 'root')
  if (!existsSync(kept)) return first
  const known = readTuf(await readFileWithin(kept, JSON_LIMITS.bytes), 'root')
  return known.version > first.version ? known : first
}

/** The previous root and the new root itself must both have signed each new root. */
async function newestRoot(first: TufDocument, fetched: Fetch, kept: string): Promise<TufDocument> {
  let root = first
  for (let count = 0; count < MAX_ROOTS; count++) {
    const name = `${root.version + 1}.root.json`
    const bytes = await fetched(name).catch((error: unknown) => {
      if (error instanceof Refused && error.message.startsWith('there is nothing')) return undefined
      throw error
    })
    if (bytes === undefined) return root
    const following = readTuf(bytes, 'root')
    requireSigned(following, root, 'root')
    requireSigned(following, following, 'root')
    if (following.version !== root.version + 1) {
      throw new Refused('SUBJECT', `${name} has version ${following.version}`)
    }
    writeWhole(kept, bytes)
    root = following
  }
  throw new Refused('LIMIT', `the repository has more than ${MAX_ROOTS} new roots`)
}

function requireCurrent({ expires }: TufDocument, role: string, now: Date): void {
  if (now < expires) return
  throw new Refused('TIMESTAMP', `${role}.json of the repository expired at ${expires.toISOString()}`)
}

/** A server that offers an older state than before is compromised, or hides something. */
async function requireNewer(document: TufDocument, kept: string, role: string): Promise<void> {
  if (!existsSync(kept)) return
  const { version } = readTuf(await readFileWithin(kept, JSON_LIMITS.bytes), role as 'timestamp')
  if (document.version >= version) return
  throw new Refused(
    'SUBJECT',
    `${role}.json of the repository has version ${document.version}; version ${version} was seen before`,
  )
}

const HASHES = ['sha256', 'sha512']

function requireFile(bytes: Buffer, { length, hashes }: TufFile, name: string): void {
  if (length !== undefined && bytes.length !== length) {
    throw new Refused('SUBJECT', `${name} has ${bytes.length} bytes; the repository lists ${length}`)
  }
  for (const [algorithm, expected] of Object.entries(hashes)) {
    if (!HASHES.includes(algorithm)) throw new Refused('UNVERIFIABLE', `the hash ${algorithm} is not supported`)
    const actual = createHash(algorithm).update(bytes).digest('hex')
    if (actual !== expected) throw new Refused('SUBJECT', `${name} is not the file that the repository lists`)
  }
}
