import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeWhole } from '@atip/files'
import { sha256 } from '../format/names.js'
import type { FileReference } from '../format/manifest.js'

/** The folder of a registry. Paths begin with `/`, as in its URLs. */
export interface TargetFolder {
  read(path: string): Buffer
  readIfThere(path: string): Buffer | undefined
  /** Writes atomically. With `sync`, also fsyncs the file, because a manifest names it. */
  write(path: string, data: string | Uint8Array, options?: { sync?: boolean }): void
  /**
   * Writes under a name that contains the beginning of the SHA-256, so that it never changes: `/packs/ab-{digest}.br`.
   */
  writeNamed(template: string, data: string | Uint8Array): FileReference
  remove(path: string): void
  /** Runs before the first change to the served files. */
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
        // Limits the memory: there may be as many folders as catalog files.
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

/** Enough digits that no two files of a registry collide. */
export const DIGEST_DIGITS = 32
