import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../catalog/error.js'
import { fileNameOf } from '../catalog/file-name.js'
import { isHash } from '@atip/protocol'
import { withFile } from '../catalog/open-file.js'
import { identityAt } from '../scan/file/identity.js'
import type { CatalogProgram } from '../types.js'

/** atip writes no larger files. */
const MOST_BYTES = 64 * 2 ** 20

export type FileReading = { bytes: Buffer } | { reason: string } | undefined

/** The contents of a file, the reason why it was not read, or undefined if it does not exist. */
export function readIfThere(path: string): FileReading {
  try {
    return withFile(path, ({ descriptor, size }) =>
      size > MOST_BYTES
        ? { reason: `it has more than ${MOST_BYTES / 2 ** 20} MiB` }
        : { bytes: readFileSync(descriptor) },
    )
  } catch (error) {
    const code = codeOf(error) ?? 'unknown error'
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { reason: `it cannot be read (${code})` }
  }
}

export function removeIfThere(path: string): void {
  rmSync(path, { force: true })
}

/**
 * The files in a folder for the bytes of a program, and for these bytes under its name. The files that a script launches
 * affect its output as much as the script itself, so they are part of the key.
 */
export function filesFor(
  folder: string,
  { name, file }: CatalogProgram,
  key = file.closure ?? file.hash,
): { shared: string; named: string } {
  if (!isHash(key))
    throw new TypeError(`${JSON.stringify(key)} is not a hash: expected sha256: and 64 hexadecimal digits`)
  const hex = key.slice('sha256:'.length)
  // A program can be called `sha256`.
  const safe = name === 'sha256' ? '%73ha256' : fileNameOf(name)
  return { shared: join(folder, `sha256-${hex}.json`), named: join(folder, `${safe}-${hex}.json`) }
}

/** Whether a program differs from its facts, so that an answer would not be about them. */
export function hasChanged({ file }: CatalogProgram): boolean {
  return [file, ...(file.launches ?? [])].some(({ path, identity }) => identityAt(path) !== identity)
}
