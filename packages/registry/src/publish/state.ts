import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TrustSource } from '@atip/protocol'
import { readManifest, MANIFEST_PATH, type RegistryManifest } from '../format/manifest.js'
import { readLines } from './read-lines.js'
import type { SignerSettings } from '../signing/verify.js'
import { PublishError } from './refusal.js'

/** What was published for one hash. A withdrawn shim is kept here, so that its facts stay the same if it comes back. */
export interface PublishedShim {
  /** The SHA-256 of the file. */
  content: string
  source: TrustSource
  name: string
  version?: string
  platform?: string
  aliases?: string[]
  description: string
  /** The SHA-256 of its signatures; absent if it has none. */
  signatures?: string
  /** The signer whose signature was verified at publication. */
  signer?: string
  /** The position of its first entry in the log. */
  index: number
  removed?: true
}

/** One line of the state: the hash, the identity of the source file, and the result. */
export interface StateLine {
  hex: string
  identity: string
  /** As JSON text, because most lines are only copied. */
  facts: string
}

export interface StateHead {
  serial: number
  count: number
  /** The name of the manifest's signer; absent if it is unsigned. */
  signedBy?: string
  /** The accepted signers, for builds that name none. Absent in states of older versions. */
  trust?: SignerSettings
  /** A digest of the rules for signatures. If it changes, every signature is verified again. */
  rules: string
  filterBase: { logSize: number; count: number } | undefined
  /** Files that the manifest no longer names, and since when. */
  superseded: { path: string; since: number }[]
}

/** The published build. The serial of the manifest selects the state, so that both change in one step. */
export interface PreviousBuild {
  manifest: RegistryManifest
  manifestBytes: Uint8Array
  head: StateHead
  lines(): Generator<StateLine>
}

export const BUILD_FOLDER = '.build'
export const headFile = (target: string, serial: number) => join(target, BUILD_FOLDER, `state-${serial}.json`)
export const linesFile = (target: string, serial: number) => join(target, BUILD_FOLDER, `shims-${serial}.tsv`)

export function readPrevious(target: string): PreviousBuild | undefined {
  let manifestBytes: Buffer
  try {
    manifestBytes = readFileSync(join(target, MANIFEST_PATH))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const manifest = readManifest(manifestBytes) as RegistryManifest
    const head = JSON.parse(readFileSync(headFile(target, manifest.serial), 'utf8')) as StateHead
    const file = linesFile(target, manifest.serial)
    return { manifest, manifestBytes, head, lines: () => linesIn(file) }
  } catch (error) {
    const message = `${JSON.stringify(target)} has a registry, but not what its last build left in ${BUILD_FOLDER}; restore that folder, or build into an empty one (${(error as Error).message})`
    throw new PublishError('state', message, error)
  }
}

const CHUNK = 1 << 20

export function* linesIn(file: string): Generator<StateLine> {
  for (const line of readLines(file, CHUNK)) yield lineFrom(line)
}

function lineFrom(text: string): StateLine {
  const [hex = '', identity = ''] = text.split('\t', 2)
  return { hex, identity, facts: text.slice(hex.length + identity.length + 2) }
}

export interface StateWriter {
  add(line: StateLine): void
  close(): void
}

/** Written in place, because it has no readers before the manifest has its serial. */
export function writeLines(file: string): StateWriter {
  const descriptor = openSync(file, 'w')
  let parts: string[] = []
  let length = 0
  const flush = () => {
    // Write all bytes; a full disk throws.
    const bytes = Buffer.from(parts.join(''))
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at)
    parts = []
    length = 0
  }
  return {
    add({ hex, identity, facts }) {
      const text = `${hex}\t${identity}\t${facts}\n`
      parts.push(text)
      length += text.length
      if (length > CHUNK) flush()
    },
    close() {
      flush()
      fsyncSync(descriptor)
      closeSync(descriptor)
    },
  }
}

/** Removes the states of unpublished builds. */
export function removeOldStates(target: string, serial: number): void {
  const folder = join(target, BUILD_FOLDER)
  for (const name of readdirSync(folder)) {
    const [, number] = /^(?:state|shims)-(\d+)\.\w+$/.exec(name) ?? []
    if (number !== undefined && Number(number) !== serial) rmSync(join(folder, name), { force: true })
  }
}
