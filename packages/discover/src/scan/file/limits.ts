/** How far a scan goes. Whatever it leaves out because of one of these is reported. */
export interface ScanLimits {
  /** Entries of one folder that are looked at. */
  entriesPerFolder: number
  /** Files of one folder that are named when they are skipped; of the rest only the number is told. */
  skippedPerFolder: number
  /** The size above which a file is skipped. */
  bytesPerFile: number
  /** How much of a script is read as text, to see what it launches. */
  bytesOfScript: number
  /** Files that one script is followed to. */
  launchedFiles: number
  /** Packages that a script's own package depends on and that are looked at. */
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
