export type Paint = (text: string) => string

export interface Style {
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly green: Paint
  readonly yellow: Paint
  readonly cyan: Paint
}

/** Six styles; without colour each returns its input. */
export function styleFor(color: boolean): Style {
  const paint = (on: number, off: number): Paint =>
    color ? (text) => (text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`) : (text) => text
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  }
}
