export type CatalogErrorCode = 'catalog-not-writable' | 'catalog-full' | 'catalog-locked' | 'catalog-unreadable'

/** The catalog cannot be read or written. The files are unchanged. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError'
  readonly code: CatalogErrorCode
  readonly file: string

  constructor(code: CatalogErrorCode, file: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.file = file
  }
}

/** Turns a system error from a write into a message that says what to do. */
export function writeError(file: string, cause: unknown): CatalogError {
  const { code = 'unknown error' } = cause as NodeJS.ErrnoException
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
  const why = WRITE_REASONS[code] ?? `the system says ${code}`
  const message = `${JSON.stringify(file)} cannot be written: ${why}. Nothing was changed`
  return new CatalogError(isFull ? 'catalog-full' : 'catalog-not-writable', file, message, cause)
}

const WRITE_REASONS: Record<string, string> = {
  EACCES: 'permission denied; change the permissions, or set ATIP_DATA_DIR to another folder',
  EPERM: 'permission denied; change the permissions, or set ATIP_DATA_DIR to another folder',
  EROFS: 'the file system is read-only; set ATIP_DATA_DIR to another folder',
  ENOSPC: 'the disk is full; free some space and try again',
  EDQUOT: 'your disk quota is used up; free some space and try again',
  EFBIG: 'it would exceed the file size limit; raise the limit (ulimit -f) and try again',
  EISDIR: 'there is a folder of that name; move it away',
  ENOTEMPTY: 'there is a folder of that name; move it away',
  EEXIST: 'there is a file in place of its folder; move it away',
  ENOTDIR: 'a part of its path is a file, not a folder; move it away',
  ENOENT: 'its folder does not exist; create it and try again',
  ELOOP: 'its symbolic links form a loop; fix them',
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
