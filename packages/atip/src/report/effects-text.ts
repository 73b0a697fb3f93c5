import { cut, displayWidth, padEnd, printable, styleFor, wrap, type Screen, type Style } from 'tooli/terminal'
import type { EffectClass } from '@atip/guard/effects'
import { incidentalWords } from './incidental-words.js'
import { verdictPaint } from './verdict-words.js'

export interface EffectsReport {
  words: readonly string[]
  verdict: EffectClass
  meaning: string
  fields: readonly Field[]
  doubts: readonly { message: string }[]
  runs: readonly { words: readonly string[]; verdict: EffectClass }[]
  incidental?: Parameters<typeof incidentalWords>[0]
}

interface Field {
  field: string
  value: unknown
  source: { name: string }
}

/** The fields to check first before running something. */
const ASKED_FIRST = [
  'destructive',
  'reversible',
  'network',
  'subprocess',
  'filesystem.read',
  'filesystem.write',
  'filesystem.delete',
]

/** The verdict, each field with its source, and the unknown fields. */
export function effectsText(report: EffectsReport, { width, color }: Screen): string {
  const style = styleFor(color)
  const { words, verdict, meaning, fields, doubts, runs, incidental } = report
  const paint = verdictPaint(verdict, style)
  const head = `${cut(printable(words.join(' ')), Math.max(20, width - 20))}: ${style.bold(paint(verdict.toUpperCase()))}`
  const unknown = ASKED_FIRST.filter((field) => !fields.some((known) => known.field === field))
  const notes = [
    ...runs.map((run) => `runs: ${run.words.join(' ')} (${run.verdict})`),
    ...doubts.map(({ message }) => `not understood: ${message}`),
    ...(unknown.length > 0 ? [`unknown: ${unknown.join(', ')}`] : []),
  ]
  return [
    head,
    ...[meaning, ...incidentalWords(incidental)].flatMap((sentence) => indented(sentence, width)),
    ...(fields.length > 0 ? ['', ...fieldLines(fields, style)] : []),
    ...(notes.length > 0 ? ['', ...notes.flatMap((note) => indented(printable(note), width))] : []),
  ].join('\n')
}

function fieldLines(fields: readonly Field[], style: Style): string[] {
  const values = fields.map(({ value }) => printable(Array.isArray(value) ? value.join(', ') || 'none' : String(value)))
  const widest = (texts: readonly string[]) => Math.max(...texts.map(displayWidth))
  const [names, column] = [widest(fields.map(({ field }) => field)), widest(values)]
  return fields.map(({ field, source }, index) => {
    return `  ${padEnd(field, names)}  ${padEnd(values[index]!, column)}  ${style.dim(`from ${printable(source.name)}`)}`
  })
}

function indented(text: string, width: number): string[] {
  return wrap(text, Math.max(20, width - 2), 'keep').map((line) => `  ${line}`)
}
