/** The limits of a scan. Everything omitted because of them is reported. */
export interface ScanLimits {
  /** Entries read from one folder. */
  entriesPerFolder: number
  /** Skipped files named per folder; the others are only counted. */
  skippedPerFolder: number
  /** The size above which a file is skipped. */
  bytesPerFile: number
  /** How much of a script is parsed to find what it launches. */
  bytesOfScript: number
  /** Files followed from one script. */
  launchedFiles: number
  /** Dependencies of a script's package that are read. */
  dependencies: number
}

export const SCAN_LIMITS: Readonly<ScanLimits> = {
  entriesPerFolder: 100_000,
  skippedPerFolder: 1_000,
  bytesPerFile: 4 * 1024 ** 3,
  bytesOfScript: 1024 ** 2,
  launchedFiles: 64,
  dependencies: 500,
}
