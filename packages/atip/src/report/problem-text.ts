import { fromPointer } from '@atip/protocol'
import { printable, styleFor, wrap, type Paint, type Screen, type Style } from 'tooli/terminal'
import { codeFrame } from './code-frame.js'
import { UNREADABLE, type FileProblem } from './problem.js'

/** A problem for display: the message, the position, and the code at that position. */
export function problemText(problem: FileProblem, { width, color }: Screen): string {
  const style = styleFor(color)
  const paint = paintOf(problem.severity, style)
  const head = `${problem.severity}[${problem.rule}]:`
  const [first, ...more] = wrap(printable(`${head} ${sentence(problem)}`), width - 2, 'keep')
  return [
    style.bold(paint(head)) + first!.slice(head.length),
    ...more.map((text) => `  ${text}`),
    placeLine(problem, style),
    ...(problem.rule === UNREADABLE ? [] : codeFrame(problem, width, style, paint)),
  ].join('\n')
}

/** Some messages lack their subject, which is the name at the pointer. */
function sentence({ message, pointer }: FileProblem): string {
  return /^(?:must|is|needs|lists) /.test(message) ? `${nameOf(fromPointer(pointer))} ${message}` : message
}

function nameOf(keys: readonly string[]): string {
  const [owner, name] = keys.slice(-2)
  if (owner === undefined) return 'the document'
  if (name === undefined) return JSON.stringify(owner)
  return /^\d+$/.test(name) ? `entry ${name} of ${JSON.stringify(owner)}` : JSON.stringify(name)
}

function placeLine({ file, line, column, pointer }: FileProblem, style: Style): string {
  const arrow = ' '.repeat(String(line).length) + style.dim('-->')
  const place = `${file === '-' ? 'stdin' : printable(file)}:${line}:${column}`
  return `${arrow} ${place}${pointer === '' ? '' : style.dim(`  ${printable(pointer)}`)}`
}

function paintOf(severity: FileProblem['severity'], style: Style): Paint {
  return { error: style.red, warning: style.yellow, info: style.cyan }[severity]
}
