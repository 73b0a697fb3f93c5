import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeOldDrafts, withLock } from '@atip/files'

/** A crawl takes hours, so the lock of another machine counts as abandoned only after a day. */
const LIMITS = { patienceMs: 0, strangerMs: 24 * 60 * 60 * 1_000 }

/** Runs `act` with the locks of these folders. Throws a LockError if another process holds one. */
export function onlyOne<T>([folder, ...others]: readonly string[], act: () => Promise<T>): Promise<T> {
  if (folder === undefined) return act()
  mkdirSync(folder, { recursive: true })
  return withLock(folder, () => onlyOne(others, act), LIMITS)
}

/** Removes files that killed processes left in a workshop, which the caller has locked. */
export function tidyWorkshop(folder: string): void {
  for (const name of namesIn(join(folder, 'scratch'))) {
    rmSync(join(folder, 'scratch', name), { recursive: true, force: true })
  }
  const bytes = join(folder, 'fetched/bytes')
  for (const name of namesIn(bytes)) if (name.endsWith('.part')) rmSync(join(bytes, name), { force: true })
  // Not below `unpacked`, whose files belong to packages.
  const written = ['fetched/answers', 'fetched/digests', 'queue', 'ledger']
  for (const place of written) removeOldDrafts(join(folder, place), { isOnlyWriter: true })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
