import { EXIT, ToolError, type Suggestion } from 'tooli'

/** Possible problems with the files of a command, by code. */
export const FILE_ERRORS = {
  E1100: 'There is no such file, or no file matches the pattern',
  E1101: 'A file cannot be read, or is not a file',
} as const

export const DOCUMENT_ERRORS = {
  ...FILE_ERRORS,
  E1102: 'A file is not a valid description; `atip validate` says why',
} as const

export function noSuchFile(file: string, message: string, suggestion?: Suggestion): ToolError {
  return new ToolError('E1100', message, {
    exitCode: EXIT.noInput,
    details: { file },
    ...(suggestion && { suggestion }),
  })
}

export function unreadable(file: string, reason: string): ToolError {
  return new ToolError('E1101', `${JSON.stringify(file)} ${reason}`, { exitCode: EXIT.noInput, details: { file } })
}

/** Converts a file system error. */
export function fileError(file: string, error: unknown): ToolError {
  const { code = 'unknown error', message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return noSuchFile(file, `there is no file ${JSON.stringify(file)}`)
  const reason = REASONS[code] ?? `cannot be read (${code}: ${message})`
  return unreadable(file, reason)
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
  EISDIR: 'is a folder; name a file in it',
  ELOOP: 'cannot be read: its links form a loop',
  ENAMETOOLONG: 'cannot be read: the name is too long',
  ERR_FS_FILE_TOO_LARGE: 'cannot be read: it has more than 2 GB',
}
