import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withLock, writeWhole } from '@atip/files'
import { isExpired, readManifest } from '../format/manifest.js'
import { sha256 } from '../format/names.js'
import { entriesOf, type SignerList } from '../signing/accepted-by.js'
import type { SignerIdentity } from '../signing/verify.js'

/** The last accepted manifest of a registry. Stored with the data, because a cache may be emptied at any time. */
export interface AcceptedManifest {
  url: string
  serial: number
  /** The SHA-256 of its bytes. */
  content: string
  bytes: Buffer
  /** The signer that was verified; undefined if no trusted signer signed it. */
  signer?: SignerIdentity
  /** A digest of the settings it was verified with. */
  judgedBy: string
}

type Head = Omit<AcceptedManifest, 'bytes'>

export const folderOf = (data: string, url: string) => join(data, 'registries', sha256(url).slice(0, 16))
export const acceptedFile = (folder: string) => join(folder, 'accepted.json')
const bytesFile = (folder: string, content: string) => join(folder, `manifest-${content}.json`)

export function readAccepted(data: string, url: string): AcceptedManifest | undefined {
  try {
    const folder = folderOf(data, url)
    const head = JSON.parse(readFileSync(acceptedFile(folder), 'utf8')) as Head
    const bytes = readFileSync(bytesFile(folder, head.content))
    return head.url === url && sha256(bytes) === head.content ? { ...head, bytes } : undefined
  } catch {
    return undefined
  }
}

/** The last accepted build of a registry. Its policy applies even after it has expired, but nothing new is fetched then. */
export interface AcceptedBuild {
  serial: number
  issued?: string
  expires?: string
  isExpired: boolean
}

export function acceptedBuild(data: string, url: string, now: Date): AcceptedBuild | undefined {
  const accepted = readAccepted(data, url)
  if (accepted === undefined) return undefined
  const manifest = readManifest(accepted.bytes)
  const { issued, expires } = manifest
  return {
    serial: accepted.serial,
    ...(issued !== undefined && { issued }),
    ...(expires !== undefined && { expires }),
    isExpired: isExpired(manifest, now),
  }
}

/** Whether the current configuration of a registry still accepts a signer that was verified earlier. */
export function isStillAccepted(
  signer: SignerIdentity | undefined,
  config: SignerList & { requireSignatures: boolean },
): boolean {
  if (signer === undefined) return !config.requireSignatures
  const entries = new Set(entriesOf(config))
  return signer.acceptedBy?.some((entry) => entries.has(entry)) === true
}

/** Writes the bytes first, then the file that names them. Does nothing if another process has accepted a newer one. */
export async function writeAccepted(data: string, accepted: AcceptedManifest): Promise<void> {
  const { bytes, ...head } = accepted
  const folder = folderOf(data, head.url)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await withLock(folder, () => {
    const known = readAccepted(data, head.url)
    if (known !== undefined && known.serial > head.serial) return
    writeWhole(bytesFile(folder, head.content), bytes, { mode: 0o600 })
    writeWhole(acceptedFile(folder), JSON.stringify(head), { mode: 0o600 })
    for (const name of readdirSync(folder)) {
      if (name.startsWith('manifest-') && name !== `manifest-${head.content}.json`)
        rmSync(join(folder, name), { force: true })
    }
  })
}

export function removeAccepted(data: string, url: string): void {
  rmSync(folderOf(data, url), { recursive: true, force: true })
}
