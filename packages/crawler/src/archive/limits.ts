/** Limits of one archive, each named in the message when it cuts. */
export interface ArchiveLimits {
  /** Files, folders and links. */
  entries: number
  /** Of all files together, unpacked. */
  totalBytes: number
  /** Folders inside of each other. */
  depth: number
}

export const ARCHIVE_LIMITS: ArchiveLimits = { entries: 60_000, totalBytes: 3 * 2 ** 30, depth: 40 }
