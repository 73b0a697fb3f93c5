/** Descriptors of a started process: what it tells, and the first of those it reads. */
export const STATUS = 4
export const FIRST_FEED = 5

/** A process to start. */
export interface Start {
  readonly file: string
  readonly args: readonly string[]
  /** What it reads, on descriptors from `FIRST_FEED` on. */
  readonly feeds: readonly Buffer[]
  readonly env: Readonly<Record<string, string>>
}
