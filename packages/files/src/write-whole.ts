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
  /** Fsync the file before the rename and its folder afterwards, so that a power failure loses nothing. Default true. */
  sync?: boolean
  /** Replace the file that a symbolic link leads to, not the link. Default true. */
  followLinks?: boolean
  /** Create the file only: one that exists stays, and EEXIST is thrown. Default false. */
  exclusive?: boolean
  /** What the file must still hold just before the rename, undefined if it must not exist; otherwise ESTALE is thrown. */
  onlyIf?: { holds: Uint8Array | undefined }
  /** The modification time of the file, in milliseconds since 1970. Default now. */
  modified?: number
}

/**
 * Writes a file atomically: a reader sees the old content or the new one, never a part. The folder must exist. Throws the
 * system's error, with its `code` and with `path` set to `file`; the old file is then as it was, without a temporary file.
 */
export function writeWhole(file: string, data: string | Uint8Array, options: WriteOptions = {}): void {
  const { sync = true, followLinks = true, exclusive = false } = options
  let draft: string | undefined
  try {
    const target = exclusive ? { path: file, existing: undefined } : findTarget(file, followLinks)
    const path = draftFor(target.path)
    // Exclusive: an existing link or file of this name is never written to.
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

/** Between this and the rename is an instant; before it were the seconds in which a person looked at the change. */
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
    // Not the set-user-id bit: the new file may have another owner.
    fchmodSync(descriptor, existing.mode & 0o777)
  }
  if (modified !== undefined) futimesSync(descriptor, Date.now() / 1_000, modified / 1_000)
}

/** Only root may; for everybody else the file now belongs to its writer, as with any editor. */
function keepOwner(descriptor: number, { uid, gid }: NonNullable<WriteTarget['existing']>): void {
  if (process.geteuid?.() === 0) fchownSync(descriptor, uid, gid)
}

/** Not every system can, and by now the file is in its place. */
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
