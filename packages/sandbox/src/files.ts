import { accessSync, closeSync, constants, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'

/** The executable file that a name means, as a shell would find it. */
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

/** Enough for the first line of a script and for the whole text of a shim or wrapper. */
const HEAD_BYTES = 8_192

/** How a file begins; empty for what cannot be read. */
export function headOf(file: string): string {
  let descriptor: number | undefined
  try {
    // A pipe would keep us waiting for its other end.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const head = Buffer.alloc(HEAD_BYTES)
    return head.toString('latin1', 0, readSync(descriptor, head))
  } catch {
    return ''
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** More than any installation has side by side. */
const MOST_NAMES = 1_024

/** What is in a folder; empty for what cannot be listed. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, MOST_NAMES)
  } catch {
    return []
  }
}
