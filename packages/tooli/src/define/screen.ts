/** What text is drawn on. */
export interface Screen {
  /** Columns. */
  width: number
  color: boolean
}
