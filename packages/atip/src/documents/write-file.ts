import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { EXIT, ToolError } from 'tooli'

export const WRITE_ERRORS = { E3100: 'A file cannot be written; it is as it was' } as const

/** Replaces a file in one step: readers see the old one or the new one. Its mode stays, and a link stays a link. */
export function replaceFile(file: string, text: string): void {
  let draft: string | undefined
  try {
    const target = realpathSync(file)
    // A folder we may write in would let us replace a file we may not.
    accessSync(target, constants.W_OK)
    const { mode } = statSync(target)
    const beside = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
    const descriptor = openSync(beside, 'wx', 0o600)
    draft = beside
    try {
      writeFileSync(descriptor, text)
      fchmodSync(descriptor, mode & 0o7777)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(beside, target)
  } catch (error) {
    if (draft !== undefined) rmSync(draft, { force: true })
    const { code } = error as NodeJS.ErrnoException
    throw new ToolError('E3100', `${JSON.stringify(file)} cannot be written (${code}); it is as it was`, {
      exitCode: EXIT.cannotCreate,
      details: { file },
      cause: error,
    })
  }
}
