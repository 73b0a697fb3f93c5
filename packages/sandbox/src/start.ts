/** Descriptors of a started process: what it tells, and the first of those it reads. */
export const STATUS = 4
export const FIRST_FEED = 5

/** A process to start. */
export interface Start {
  readonly file: string
  readonly args: readonly string[]
  /** What it reads, on descriptors from `FIRST_FEED` on. */
  readonly feeds: readonly Buffer[]
  /** Which of the feeds it waits for before the program begins. */
  readonly gate?: number
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Carried by everything that belongs to this run. */
  readonly mark: string
  /** Nothing contains it, so that what it leaves behind has to be looked for. */
  readonly isLoose?: boolean
}
