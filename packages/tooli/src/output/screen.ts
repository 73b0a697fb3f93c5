/** What text is drawn on. */
export interface Screen {
  /** Columns. */
  width: number
  color: boolean
  /** Whether a person looks at it, rather than a program or a file. */
  isTerminal?: boolean
}

const NARROWEST = 20
const USUAL = 80

/** Some terminals say they have no columns at all; and no layout survives a handful. */
export function columnsOf({ width }: Pick<Screen, 'width'>): number {
  return width > 0 ? Math.max(Math.floor(width), NARROWEST) : USUAL
}
