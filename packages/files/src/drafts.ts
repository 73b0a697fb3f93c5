import { linkSync, lstatSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A temporary file beside its target, so that the rename stays in one file system. */
export function draftFor(target: string): string {
  const random = Math.floor(Math.random() * 2 ** 48).toString(16)
  return join(dirname(target), `.${stemOf(target)}.${process.pid}-${random}.tmp`)
}

/** The whole draft name must fit in the 255 bytes of a file name. */
function stemOf(target: string): string {
  const name = basename(target)
  return Buffer.byteLength(name) <= 200 ? name : name.slice(0, 50)
}

/** Gives a draft the name of its target. Unlike a rename, a hard link never replaces anything. */
export function publishDraft(draft: string, target: string): void {
  linkSync(draft, target)
  rmSync(draft, { force: true })
}

const DRAFT = /^\.(.+)\.(\d+)-[0-9a-f]+\.tmp$/s

/** A write takes less than a minute. The age matters because a process that looks dead may run in another container. */
const DEAD_MS = 60 * 1_000
const OLD_MS = 60 * 60 * 1_000

export interface RemoveOptions {
  /** The caller holds a lock, so that no draft can be in use. */
  isOnlyWriter?: boolean
  /** For writers that may take longer than an hour: remove only drafts of dead processes. Default false. */
  sparesRunning?: boolean
  /** Milliseconds since 1970. Default now. */
  now?: number
}

/** Removes drafts that killed processes left behind: those of dead processes, and those older than an hour. */
export function removeDrafts(file: string, options: RemoveOptions = {}): void {
  const target = realPathOf(file)
  for (const path of draftsIn(dirname(target))) {
    if (partsOf(path).stem !== stemOf(target)) continue
    if (isLeftOver(path, options)) rmSync(path, { force: true })
  }
}

/** Does the same for all files in a folder and its subfolders. */
export function removeOldDrafts(folder: string, options: RemoveOptions = {}): void {
  for (const path of draftsIn(folder, true)) {
    if (isLeftOver(path, options)) rmSync(path, { force: true })
  }
}

function draftsIn(folder: string, recursive = false): string[] {
  try {
    const names = readdirSync(folder, { recursive, encoding: 'utf8' })
    return names.filter((name) => DRAFT.test(basename(name))).map((name) => join(folder, name))
  } catch {
    return []
  }
}

function partsOf(path: string): { stem: string; pid: number } {
  const [, stem = '', pid = ''] = DRAFT.exec(basename(path)) ?? []
  return { stem, pid: Number(pid) }
}

function realPathOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

/** Older than an hour, or of a dead process. A draft may already carry the modification time meant for its file. */
function isLeftOver(path: string, options: RemoveOptions): boolean {
  const { isOnlyWriter = false, sparesRunning = false, now = Date.now() } = options
  if (isOnlyWriter) return true
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (status === undefined) return false
  const age = now - status.ctimeMs
  if (age > OLD_MS && !sparesRunning) return true
  return (age > DEAD_MS || now - status.mtimeMs > OLD_MS) && !isRunning(partsOf(path).pid)
}

/** EPERM means that the process runs as another user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
