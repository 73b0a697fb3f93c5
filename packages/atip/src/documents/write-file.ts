import { writeWhole } from '@atip/files'
import { EXIT, ToolError } from 'tooli'

export const WRITE_ERRORS = { E3100: 'A file cannot be written; it is as it was' } as const

/** Writes a file atomically: readers see the old one or the new one. An existing file keeps its mode, a link its target. */
export function replaceFile(file: string, text: string): void {
  try {
    writeWhole(file, text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ToolError('E3100', `${JSON.stringify(file)} cannot be written (${code}); it is as it was`, {
      exitCode: EXIT.cannotCreate,
      details: { file },
      cause: error,
    })
  }
}
