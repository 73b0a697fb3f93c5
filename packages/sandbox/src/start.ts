/** Descriptors of a started process: one for its status, and the first of those it reads. */
export const STATUS = 4
export const FIRST_FEED = 5

/** A process to start. */
export interface Start {
  readonly file: string
  readonly args: readonly string[]
  /** Data for the process to read, on descriptors from `FIRST_FEED` on. */
  readonly feeds: readonly Buffer[]
  /** Index of the feed that the process waits for before the program begins. */
  readonly gate?: number
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Identifies every process of this run. */
  readonly mark: string
  /** Runs without a sandbox, so processes that outlive the program must be searched for. */
  readonly isLoose?: boolean
}
