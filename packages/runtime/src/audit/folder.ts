import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { tryLock } from '@atip/files'
import { AuditLogInUse, openAudit, type AuditLog, type AuditOptions } from './open-audit.js'

export interface AuditFolderOptions extends AuditOptions {
  now?: () => number
}

/** A larger log is continued in another file, because opening a log reads all of it. */
const LARGEST = 4_000_000

/** The maximum number of files per day: full ones, and one for each concurrent writer. */
const MOST_FILES = 10_000

/**
 * Opens a log in a folder that many processes share. Each process has a file to itself while it runs, and continues one
 * that others have left. The names are `DAY.NUMBER.jsonl`.
 */
export function openAuditFolder(folder: string, { now = Date.now, ...options }: AuditFolderOptions = {}): AuditLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const day = new Date(now()).toISOString().slice(0, 10)
  removeOldLocks(folder, day)
  for (let number = 1; number <= MOST_FILES; number++) {
    const file = join(folder, `${day}.${String(number).padStart(4, '0')}.jsonl`)
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) continue
    try {
      return openAudit(file, options)
    } catch (error) {
      if (!(error instanceof AuditLogInUse)) throw error
    }
  }
  throw new Error(`${folder} has ${MOST_FILES} logs of ${day}, all of them full or in use`)
}

/** Removes locks of killed processes on logs of other days, which are not opened again. Held locks stay. */
function removeOldLocks(folder: string, day: string): void {
  for (const name of readdirSync(folder)) {
    if (/^\d{4}-\d\d-\d\d\.\d+\.jsonl\.lock$/.test(name) && !name.startsWith(day)) tryLock(join(folder, name))?.()
  }
}

/** The logs of a folder, oldest day first. */
export function auditFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^\d{4}-\d\d-\d\d\.\d+\.jsonl$/.test(name))
    return names.sort().map((name) => join(folder, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
