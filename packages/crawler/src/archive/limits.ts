/** Limits for one archive. Messages name the limit that was exceeded. */
export interface ArchiveLimits {
  /** The number of files, folders and links. */
  entries: number
  /** The total size of all files, unpacked. */
  totalBytes: number
  /** The nesting depth of folders. */
  depth: number
}

export const ARCHIVE_LIMITS: ArchiveLimits = { entries: 60_000, totalBytes: 3 * 2 ** 30, depth: 40 }
