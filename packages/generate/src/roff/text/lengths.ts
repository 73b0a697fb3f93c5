/** Converts `4`, `4n`, `.5i`, `2m` to columns of a terminal; undefined for lengths that must be computed. */

const COLUMNS: Readonly<Record<string, number>> = { i: 10, c: 4, n: 1, m: 1, '': 1, u: 1 / 24, P: 1.7, p: 0.14 }

export function columnsOf(length: string | undefined): number | undefined {
  const match = /^([+-]?\d{0,4}(?:\.\d{1,4})?)([icnmuPp]?)$/.exec(length ?? '')
  if (!match || !/\d/.test(match[1]!)) return undefined
  return Math.round(Number(match[1]) * COLUMNS[match[2]!]!)
}
