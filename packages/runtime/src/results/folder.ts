import { createHash } from 'node:crypto'
import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { removeOldDrafts, writeWhole } from '@atip/files'
import type { ResultStore } from './store.js'
import { openWriter } from './writer.js'

/** Stores results as files that only the user can read. Unfinished files of killed hosts are removed. */
export function resultFolder(folder: string): ResultStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const real = realpathSync(folder)
  removeOldDrafts(real, { sparesRunning: true })
  return {
    check: () => accessSync(real, constants.W_OK | constants.X_OK),
    keep(text, invocationId) {
      const bytes = Buffer.from(text)
      const file = join(real, `${invocationId}.txt`)
      writeWhole(file, bytes, { exclusive: true, mode: 0o600 })
      const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
      return { uri: pathToFileURL(file).href, media_type: 'text/plain; charset=utf-8', digest }
    },
    open: (name) => openWriter(join(real, name)),
    owns: (path) => path.startsWith(`${real}/`),
  }
}
