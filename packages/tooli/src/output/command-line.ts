import { displayWidth } from './width.js'

const SHELL_WORD = /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+|\S+/gs

/** Breaks a command line between words, so that a copy of it still runs. */
export function wrapCommand(line: string, width: number): string[] {
  if (displayWidth(line) <= width || line.includes('\n')) return line.split('\n')
  const lines: string[] = []
  let current = ''
  for (const word of flagsWithValues(line, width - 4)) {
    const longer = current === '' ? word : `${current} ${word}`
    if (current !== '' && displayWidth(`${longer} \\`) > width) {
      lines.push(`${current} \\`)
      current = `  ${word}`
    } else {
      current = longer
    }
  }
  return [...lines, current]
}

/** `--root src` reads better on one line; whether `src` is really its value does not matter for that. */
function flagsWithValues(line: string, space: number): string[] {
  const units: string[] = []
  for (const [word] of line.matchAll(SHELL_WORD)) {
    const previous = units.at(-1)
    const isValue = previous !== undefined && /^-[^ ]*$/.test(previous) && !word.startsWith('-')
    if (isValue && displayWidth(`${previous} ${word}`) <= space) units[units.length - 1] = `${previous} ${word}`
    else units.push(word)
  }
  return units
}
