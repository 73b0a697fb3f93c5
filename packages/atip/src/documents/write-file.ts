import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { EXIT, ToolError } from 'tooli'

export const WRITE_ERRORS = { E3100: 'A file cannot be written; it is unchanged' } as const

/** Replaces a file atomically: readers see the old one or the new one. Its mode stays, and a link stays a link. */
export function replaceFile(file: string, text: string): void {
  attempt(file, 'it is unchanged', () => {
    const target = realpathSync(file)
    // In a folder we may write to, we could replace a file we may not write to.
    accessSync(target, constants.W_OK)
    withDraft(target, text, statSync(target).mode & 0o7777, (draft) => renameSync(draft, target))
  })
}

/** Creates a file atomically: it is there with all of its text, or not at all. False if there is one already. */
export function createFile(file: string, text: string): boolean {
  return attempt(file, 'nothing was written', () => {
    mkdirSync(dirname(file), { recursive: true })
    try {
      // Unlike a rename, a hard link never replaces anything.
      withDraft(file, text, 0o644, (draft) => linkSync(draft, file))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
  })
}

/** Writes the text to a file beside the target and fsyncs it, before it gets its name. Nothing is left behind. */
function withDraft(target: string, text: string, mode: number, publish: (draft: string) => void): void {
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    try {
      writeFileSync(descriptor, text)
      fchmodSync(descriptor, mode)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    publish(draft)
  } finally {
    rmSync(draft, { force: true })
  }
}

function attempt<T>(file: string, state: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = REASONS[code ?? ''] ?? code
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
}
