import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  futimesSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { draftFor, publishDraft } from './drafts.js'
import { findTarget, type WriteTarget } from './target.js'

export interface WriteOptions {
  /** The mode of a new file, before the umask; an existing file keeps its own. Default 0o666. */
  mode?: number
  /** Fsync the file before the rename and its folder afterwards, to survive a power failure. Default true. */
  sync?: boolean
  /** Replace the file that a symbolic link leads to, not the link. Default true. */
  followLinks?: boolean
  /** Fail with EEXIST if the file exists. Default false. */
  exclusive?: boolean
  /** The content expected just before the rename, undefined if the file must not exist; ESTALE if it differs. */
  onlyIf?: { holds: Uint8Array | undefined }
  /** The modification time of the file, in milliseconds since 1970. Default now. */
  modified?: number
}

/**
 * Writes a file atomically: readers see the old or the new content, never a part. The folder must exist. Throws the
 * system's error with its `code`, and with `path` set to `file`; then the old file is unchanged and no draft remains.
 */
export function writeWhole(file: string, data: string | Uint8Array, options: WriteOptions = {}): void {
  const { sync = true, followLinks = true, exclusive = false } = options
  let draft: string | undefined
  try {
    const target = exclusive ? { path: file, existing: undefined } : findTarget(file, followLinks)
    const path = draftFor(target.path)
    // `wx` never writes to an existing file or link of this name.
    const descriptor = openSync(path, 'wx', target.existing === undefined ? options.mode : 0o600)
    draft = path
    try {
      fill(descriptor, data, target, options)
      if (sync) fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    if (options.onlyIf !== undefined) refuseChanged(target.path, options.onlyIf.holds)
    if (exclusive) publishDraft(draft, target.path)
    else renameSync(draft, target.path)
    draft = undefined
    if (sync) syncFolder(dirname(target.path))
  } catch (error) {
    if (draft !== undefined) rmSync(draft, { force: true })
    throw Object.assign(error as NodeJS.ErrnoException, { path: file })
  }
}

/** Covers the seconds in which the user reviewed the change; only an instant is left until the rename. */
function refuseChanged(path: string, expected: Uint8Array | undefined): void {
  const found = statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(path)
  const isSame = found === undefined ? expected === undefined : expected !== undefined && found.equals(expected)
  if (!isSame) throw Object.assign(new Error(`ESTALE: another program changed it, write '${path}'`), { code: 'ESTALE' })
}

function fill(
  descriptor: number,
  data: string | Uint8Array,
  { existing }: WriteTarget,
  { modified }: WriteOptions,
): void {
  writeFileSync(descriptor, data)
  if (existing !== undefined) {
    if (existing.uid !== process.geteuid?.()) keepOwner(descriptor, existing)
    // Drop the set-user-id bit, because the owner may differ.
    fchmodSync(descriptor, existing.mode & 0o777)
  }
  if (modified !== undefined) futimesSync(descriptor, Date.now() / 1_000, modified / 1_000)
}

/** Only root can keep the owner. Otherwise the file now belongs to its writer, as with any editor. */
function keepOwner(descriptor: number, { uid, gid }: NonNullable<WriteTarget['existing']>): void {
  if (process.geteuid?.() === 0) fchownSync(descriptor, uid, gid)
}

/** Not every system supports this, and the file is already in place. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // See above.
  }
}
