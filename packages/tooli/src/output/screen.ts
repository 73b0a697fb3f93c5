import type { Screen } from '../define/screen.js'

const NARROWEST = 20
const USUAL = 80

/** Some terminals report zero columns, and no layout works with only a few. */
export function columnsOf({ width }: Pick<Screen, 'width'>): number {
  return width > 0 ? Math.max(Math.floor(width), NARROWEST) : USUAL
}
