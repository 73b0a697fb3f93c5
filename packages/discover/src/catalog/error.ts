export type CatalogErrorCode = 'catalog-not-writable' | 'catalog-full' | 'catalog-locked' | 'catalog-unreadable'

/** The catalog cannot be used as asked. What is on the disk is as it was. */
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

/** What the system said when a file was to be written, in words, with what to do. */
export function writeError(file: string, cause: unknown): CatalogError {
  const { code = 'unknown error' } = cause as NodeJS.ErrnoException
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
  const why = WRITE_REASONS[code] ?? `the system says ${code}`
  const message = `${JSON.stringify(file)} cannot be written: ${why}. Nothing was changed`
  return new CatalogError(isFull ? 'catalog-full' : 'catalog-not-writable', file, message, cause)
}

const WRITE_REASONS: Record<string, string> = {
  EACCES: 'this user may not; give them the folder and the file, or name another folder with ATIP_DATA_DIR',
  EPERM: 'this is not permitted here; give this user the folder, or name another one with ATIP_DATA_DIR',
  EROFS: 'the file system is read-only; name another folder with ATIP_DATA_DIR',
  ENOSPC: 'the disk is full; make room and try again',
  EDQUOT: 'the quota of this user is used up; make room and try again',
  EFBIG: 'files may not become that large here; raise the limit (ulimit -f) and try again',
  EISDIR: 'a folder stands in its place; move it away',
  ENOTEMPTY: 'a folder stands in its place; move it away',
  EEXIST: 'something else stands in the place of its folder; move it away',
  ENOTDIR: 'a part of its path is a file and no folder; move that away',
  ENOENT: 'its folder is not there; create it and try again',
  ELOOP: 'its path leads in a circle of links; mend them',
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
