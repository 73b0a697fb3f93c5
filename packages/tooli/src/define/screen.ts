/** The target for which text is rendered. */
export interface Screen {
  /** Columns. */
  width: number
  color: boolean
  /** Whether it is a terminal rather than a pipe or a file. */
  isTerminal?: boolean
}
