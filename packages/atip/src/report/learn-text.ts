import { printable, styleFor, wrap, type Screen } from 'tooli/terminal'
import { count, grouped } from './words.js'

interface Learned {
  files: number
  commands: number
  asked: number
  denied: number
  left: number
  leftOut: number
  badRecords: number
  unreadable: readonly string[]
  rules: readonly {
    questions: number
    command: string
    examples: readonly string[]
    others: readonly { line: string; reason: string }[]
  }[]
  added?: string | undefined
}

/** The rules that would have saved questions, each with the command that adds it. */
export function learnText(report: Learned, { width, color }: Screen): string {
  const { commands, asked, denied, left, rules } = report
  const style = styleFor(color)
  const indent = (text: string, by: number) =>
    wrap(printable(text), Math.max(20, width - by)).map((line) => ' '.repeat(by) + line)
  const saved =
    rules.length === 0
      ? 'No rule would have saved more than one of them.'
      : `With ${rules.length === 1 ? 'this rule' : `these ${rules.length} rules`}: ${count(left, 'question')}.`
  const summary = `${count(commands, 'command')}, ${grouped(asked)} would have been asked about${denied > 0 ? ` and ${grouped(denied)} denied` : ''}.`
  return [
    ...wrap(asked === 0 ? summary : `${summary} ${saved}`, width),
    ...notesOf(report).flatMap((note) => wrap(note, width)),
    ...rules.flatMap(({ questions, command, examples, others }, index) => [
      '',
      `${index + 1}. ${count(questions, 'question')}: ${style.cyan(printable(command))}`,
      ...examples.flatMap((line) => indent(line, 5)),
      ...(others.length > 0 ? indent('It would also let through:', 3) : []),
      ...others.flatMap(({ line, reason }) => indent(`${line} (${reason})`, 5)),
    ]),
    ...(report.added === undefined ? [] : ['', report.added]),
  ].join('\n')
}

function notesOf({ leftOut, badRecords, unreadable }: Learned): string[] {
  return [
    ...(badRecords > 0 ? [`Skipped ${count(badRecords, 'line')} of transcripts that cannot be read.`] : []),
    ...(leftOut > 0 ? [`Left out ${count(leftOut, 'command')}: more different ones than --limit.`] : []),
    ...unreadable.map((message) => `Skipped a file: ${printable(message)}.`),
  ]
}
