import { accessSync, closeSync, constants, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'

/** Finds an executable file by name as a shell does. */
export function findProgram(name: string, searchPath: string): string | null {
  if (name.includes('/')) return isExecutable(resolve(name)) ? resolve(name) : null
  const folders = searchPath.split(':').filter((folder) => isAbsolute(folder))
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Enough for the first line of a script, or for the whole text of a shim or wrapper. */
const HEAD_BYTES = 8_192

/** The first bytes of a file as text; empty if it cannot be read. */
export function headOf(file: string): string {
  let descriptor: number | undefined
  try {
    // Opening a FIFO would otherwise block until someone writes to it.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const head = Buffer.alloc(HEAD_BYTES)
    return head.toString('latin1', 0, readSync(descriptor, head))
  } catch {
    return ''
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** More entries than the folders of an installation have. */
const MOST_NAMES = 1_024

/** The names in a folder; empty if it cannot be listed. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, MOST_NAMES)
  } catch {
    return []
  }
}
