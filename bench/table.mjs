/** Formats rows of the same shape as an aligned table; numbers are right-aligned. */
export function table(rows) {
  const columns = Object.keys(rows[0])
  const cells = [columns, ...rows.map((row) => columns.map((column) => format(row[column])))]
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index].length)))
  const isNumber = columns.map((column) => typeof rows[0][column] === 'number')
  return cells
    .map((line) =>
      `    ${line.map((cell, index) => (isNumber[index] ? cell.padStart(widths[index]) : cell.padEnd(widths[index]))).join('  ')}`.trimEnd(),
    )
    .join('\n')
}

function format(value) {
  if (typeof value !== 'number') return String(value ?? '')
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1)
}
