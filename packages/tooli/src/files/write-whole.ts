import { randomUUID } from 'node:crypto'
import { access, constants, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file atomically: readers get the old text or the new one, never half of it. A link stays a
 * link, a mode a mode; `mode` is for a file that is new.
 */
export async function writeWhole(file: string, text: string, mode = 0o666): Promise<void> {
  const target = await realpath(file).catch(() => file)
  const draft = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`)
  const handle = await open(draft, 'wx', await modeOf(target, mode))
  try {
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** A folder we may write in would let us replace a file we may not. */
async function modeOf(target: string, mode: number): Promise<number> {
  try {
    const stats = await stat(target)
    await access(target, constants.W_OK)
    return stats.mode & 0o777
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return mode
    throw error
  }
}
