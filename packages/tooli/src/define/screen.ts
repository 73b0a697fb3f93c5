/** What text is drawn on. */
export interface Screen {
  /** Columns. */
  width: number
  color: boolean
  /** Whether a person looks at it, rather than a program or a file. */
  isTerminal?: boolean
}
