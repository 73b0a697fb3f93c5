import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeWhole } from '@atip/files'
import { sha256 } from '../format/names.js'
import type { FileReference } from '../format/manifest.js'

/** The folder of a registry. Paths begin with `/`, as in its addresses. */
export interface TargetFolder {
  read(path: string): Buffer
  readIfThere(path: string): Buffer | undefined
  /** Atomically. `sync`: fsync it, because a manifest vouches for it. */
  write(path: string, data: string | Uint8Array, options?: { sync?: boolean }): void
  /** Under a name that has the beginning of its SHA-256, so that it never changes: `/packs/ab-{digest}.br`. */
  writeNamed(template: string, data: string | Uint8Array): FileReference
  remove(path: string): void
  /** Before the first change to what is served. */
  onFirstWrite(act: () => void): void
}

export function openTarget(folder: string): TargetFolder {
  const made = new Set<string>()
  let before: (() => void) | undefined
  const begin = () => {
    const act = before
    before = undefined
    act?.()
  }
  const target: TargetFolder = {
    read: (path) => readFileSync(join(folder, path)),
    readIfThere(path) {
      try {
        return readFileSync(join(folder, path))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    write(path, data, { sync = false } = {}) {
      begin()
      const file = join(folder, path)
      const place = dirname(file)
      if (!made.has(place)) {
        mkdirSync(place, { recursive: true })
        // So many folders as there are catalogs need not be remembered.
        if (made.size < 10_000) made.add(place)
      }
      writeWhole(file, data, { sync, mode: 0o644 })
    },
    writeNamed(template, data) {
      const digest = sha256(data)
      const path = template.replace('{digest}', digest.slice(0, DIGEST_DIGITS))
      target.write(path, data, { sync: true })
      return { path, sha256: digest }
    },
    remove(path) {
      begin()
      rmSync(join(folder, path), { force: true })
    },
    onFirstWrite(act) {
      before = act
    },
  }
  return target
}

/** Enough that no two files of a registry meet. */
export const DIGEST_DIGITS = 32
