import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '@atip/protocol'
import { fileNameOf } from '../catalog/file-name.js'
import { identityAt } from '../scan/file/identity.js'
import type { ProgramFile } from '../types.js'
import type { Machine } from './machine.js'

/** The stored facts about a program that is not in the catalog, if none of its files has changed since. */
export function readKeptFile(machine: Machine, realPath: string): ProgramFile | undefined {
  try {
    const file = JSON.parse(readFileSync(fileFor(machine, realPath), 'utf8')) as ProgramFile
    return isObject(file) && file.path === realPath && isUnchanged(file) ? file : undefined
  } catch {
    return undefined
  }
}

/** Whether the program and everything it launches are unchanged. */
export function isUnchanged({ path, identity, launches = [] }: Pick<ProgramFile, 'path' | 'identity' | 'launches'>) {
  return [{ path, identity }, ...launches].every((part) => identityAt(part.path) === part.identity)
}

/** Stores the facts about a program. */
export async function keepFile(machine: Machine, file: ProgramFile): Promise<void> {
  const { writeWhole } = await import('../catalog/write-file.js')
  try {
    writeWhole(fileFor(machine, file.path), JSON.stringify(file), { isDurable: false })
  } catch {
    // The program is read again next time.
  }
}

/** Stored with the data, not in the cache: a program that can write there could pass off another one as this. */
function fileFor({ places }: Machine, realPath: string): string {
  return join(places.data, 'programs', `${fileNameOf(realPath)}.json`)
}
