import { lstatSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A temporary file beside its target, so that the rename stays in one file system. */
export function draftFor(target: string): string {
  const random = Math.floor(Math.random() * 2 ** 48).toString(16)
  return join(dirname(target), `.${stemOf(target)}.${process.pid}-${random}.tmp`)
}

/** Together with the rest it must stay within the 255 bytes of a file name. */
function stemOf(target: string): string {
  const name = basename(target)
  return Buffer.byteLength(name) <= 200 ? name : name.slice(0, 50)
}

const DRAFT = /^\.(.+)\.(\d+)-[0-9a-f]+\.tmp$/s

/** A write takes less than this. A process that cannot be seen may still run in another container. */
const DEAD_MS = 60 * 1_000
const OLD_MS = 60 * 60 * 1_000

export interface RemoveOptions {
  /** The caller holds a lock, so that no draft can be in use. */
  isOnlyWriter?: boolean
  /** Milliseconds since 1970. Default now. */
  now?: number
}

/** Removes what killed processes left of a file: drafts of processes that are gone, and those older than an hour. */
export function removeDrafts(file: string, { isOnlyWriter = false, now = Date.now() }: RemoveOptions = {}): void {
  const target = realPathOf(file)
  for (const path of draftsIn(dirname(target))) {
    const { stem, pid } = partsOf(path)
    if (stem !== stemOf(target)) continue
    const isDead = ageOf(path, now) > DEAD_MS && !isRunning(pid)
    if (isOnlyWriter || isDead || isLeftOver(path, now)) rmSync(path, { force: true })
  }
}

/** Removes drafts of any file in a folder, and below it: those older than an hour, or all for the only writer. */
export function removeOldDrafts(folder: string, { isOnlyWriter = false, now = Date.now() }: RemoveOptions = {}): void {
  for (const path of draftsIn(folder, true)) {
    if (isOnlyWriter || isLeftOver(path, now)) rmSync(path, { force: true })
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

/** Not changed for an hour. A draft may already have the modification time of its file, so that alone says nothing. */
function isLeftOver(path: string, now: number): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (status === undefined) return false
  return now - status.ctimeMs > OLD_MS || (now - status.mtimeMs > OLD_MS && !isRunning(partsOf(path).pid))
}

function ageOf(path: string, now: number): number {
  const status = lstatSync(path, { throwIfNoEntry: false })
  return status === undefined ? 0 : now - status.ctimeMs
}

/** EPERM: it runs, as another user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
