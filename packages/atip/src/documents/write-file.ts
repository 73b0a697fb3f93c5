import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeWhole } from '@atip/files'
import { EXIT, ToolError } from 'tooli'

export const WRITE_ERRORS = { E3100: 'A file cannot be written; it is unchanged' } as const

/** Replaces a file atomically: readers see the old or the new one. Its mode is preserved, and links are followed. */
export function replaceFile(file: string, text: string): void {
  attempt(file, 'it is unchanged', () => writeWhole(file, text))
}

/** Creates a file atomically, with all of its text or not at all. False if it exists already. */
export function createFile(file: string, text: string): boolean {
  return attempt(file, 'nothing was written', () => {
    mkdirSync(dirname(file), { recursive: true })
    try {
      writeWhole(file, text, { exclusive: true, mode: 0o644 })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
  })
}

function attempt<T>(file: string, state: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    const reason = REASONS[code] ?? code
    throw new ToolError('E3100', `${JSON.stringify(file)} cannot be written: ${reason}; ${state}`, {
      exitCode: EXIT.cannotCreate,
      details: { file },
      cause: error,
    })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'it would exceed the file size limit',
  ENAMETOOLONG: 'the name is too long',
  ESTALE: 'another program changed it in the meantime',
  ENOTDIR: 'a part of its path is not a folder',
}
