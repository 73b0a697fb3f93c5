import { wrap } from '../output/wrap.js'

/** Fills text from source code to the width; lists and indented lines keep their breaks. */
export function proseLines(text: string, width: number): string[] {
  const lines: string[] = []
  for (const line of dedent(text)) {
    const previous = lines.at(-1)
    const goesOn = previous !== undefined && previous !== '' && line !== '' && !/^(?:\s|[-*•] |\d+[.)] )/.test(line)
    if (goesOn && !/^\s/.test(previous)) lines[lines.length - 1] = `${previous} ${line}`
    else lines.push(line)
  }
  return lines.flatMap((line) => wrapEntry(line, width))
}

/** Aligns the lines of a list entry with its first word. */
function wrapEntry(line: string, width: number): string[] {
  const bullet = /^\s*(?:[-*•]|\d+[.)]) /.exec(line)?.[0] ?? ''
  const space = width - bullet.length
  if (bullet === '' || space < width / 2) return wrap(line, width)
  return wrap(line.slice(bullet.length), space).map(
    (part, index) => (index === 0 ? bullet : ' '.repeat(bullet.length)) + part,
  )
}

function dedent(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replaceAll('\t', '    ').trimEnd())
  while (lines[0] === '') lines.shift()
  while (lines.at(-1) === '') lines.pop()
  // The first line often follows the opening quote directly.
  const indents = lines.slice(1).filter((line) => line !== '')
  const shared = indents.reduce((least, line) => Math.min(least, line.search(/\S/)), Infinity)
  return lines.map((line, index) => (index === 0 ? line.trimStart() : line.slice(Math.min(shared, line.length))))
}
