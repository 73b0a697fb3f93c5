import type { Effects } from '@atip/protocol'
import { displayWidth, printable, styleFor, wrap, type Paint, type Screen, type Style } from 'tooli/terminal'
import { fromHome } from './places.js'
import { policyCommand, type WrittenRule } from './policy-command.js'
import { listed } from './words.js'

interface Reason {
  decision: 'allow' | 'ask' | 'deny'
  rule: string
  reason: string
  command: string
  start?: number | undefined
  end?: number | undefined
  isInside: boolean
  about?: string | undefined
  effects: Effects
  knowledge: { source: string; tool?: string | undefined }
  trust?: { level: string; from: string } | undefined
  builtIn: { decision: string; rule: string }
  policy?: { source: string; file: string; line: number; says: string } | undefined
  suggestion?: { rule: WrittenRule; covers: string } | undefined
  isFinal?: boolean | undefined
}

interface Report {
  decision: 'allow' | 'ask' | 'deny'
  reasons: readonly Reason[]
  line?: string | undefined
  modes?: readonly string[] | undefined
  others?: readonly Reason[] | undefined
}

/** Decisions and their reasons, for display. */
export function checkLineText(
  reports: readonly Report[],
  screen: Screen,
  wordsFor: (effects: Effects) => string[],
): string {
  return reports.map((report) => reportText(report, screen, wordsFor)).join('\n\n')
}

function reportText(report: Report, { width, color }: Screen, wordsFor: (effects: Effects) => string[]): string {
  const { decision, reasons, others = [], modes = [] } = report
  const style = styleFor(color)
  const paints = { allow: style.green, ask: style.yellow, deny: style.red }
  const paint = paints[decision]
  const special = modes.filter((mode) => mode !== 'default')
  const head =
    style.bold(paint(decision.toUpperCase())) + (special.length > 0 ? style.dim(` (${listed(special)})`) : '')
  const shown = decision === 'allow' ? [] : distinct(reasons)
  const places = new Set(shown.map(({ start, isInside }) => (isInside ? undefined : start)))
  const brief =
    decision === 'allow' ? reasons : others.filter((one) => one.decision !== 'allow' || !places.has(one.start))
  return [
    head,
    ...shown.flatMap((reason, index) => {
      const isMarked = report.line !== undefined && isSamePlace(reason, shown[index - 1])
      const marked = isMarked ? [] : frame(report.line, reason, width, paint)
      return ['', ...marked, ...blockOf(reason, width, style, wordsFor)]
    }),
    ...(brief.length > 0 && decision !== 'allow' ? [''] : []),
    ...brief.flatMap((one) => briefLines(one, decision, width)),
    ...suggestionLines([...shown, ...others.filter((one) => one.decision !== 'allow')], width, style),
  ].join('\n')
}

/** Removes repeated reasons of one command. */
function distinct(reasons: readonly Reason[]): Reason[] {
  const seen = new Set<string>()
  return reasons.filter(({ reason, command, start }) => {
    const key = `${start} ${command} ${reason}`
    return !seen.has(key) && seen.add(key) !== undefined
  })
}

/** Whether a reason is about the part of the line that is marked already, as with everything that `ssh` runs. */
function isSamePlace({ start, end }: Reason, before: Reason | undefined): boolean {
  return start !== undefined && start === before?.start && end === before.end
}

function blockOf(reason: Reason, width: number, style: Style, wordsFor: (effects: Effects) => string[]): string[] {
  const { command, isInside, rule, policy, knowledge, effects, about, builtIn, trust } = reason
  const own = rule === builtIn.rule && command !== '' ? `${rule}, built in` : rule
  const by = policy === undefined ? own : `${policy.says} (${fromHome(policy.file)}:${policy.line})`
  const subject = isInside && command !== '' ? `${command}: ` : ''
  return [
    ...indented(`${subject}${reason.reason}`, width),
    ...(about === undefined || reason.reason.includes(about) ? [] : noteLines('Command', about, width, style)),
    ...(command === '' ? [] : [...noteLines('Effects', wordsFor(effects).join(', '), width, style)]),
    ...(command === '' ? [] : noteLines('Source', knownFrom(knowledge, builtIn.rule), width, style)),
    ...(trust === undefined ? [] : noteLines('Trust', `${trust.level}, ${trust.from}`, width, style)),
    ...noteLines('Rule', by, width, style),
  ]
}

/** The line with a marker below the command, truncated around it. */
function frame(line: string | undefined, { start, end, command }: Reason, width: number, paint: Paint): string[] {
  if (line === undefined || start === undefined || end === undefined)
    return command === '' ? [] : indented(command, width)
  const from = line.lastIndexOf('\n', start) + 1
  const newline = line.indexOf('\n', start)
  const until = newline === -1 ? line.length : newline
  const room = Math.max(20, width - 4)
  const before = printable(line.slice(from, start))
  const marked = printable(line.slice(start, Math.min(end, until)))
  const after = printable(line.slice(Math.min(end, until), until))
  const isLong = displayWidth(before + marked + after) > room
  const left = isLong && displayWidth(before) > 12 ? `…${before.slice(-10)}` : before
  const middle =
    displayWidth(left + marked) > room ? `${marked.slice(0, Math.max(8, room - displayWidth(left) - 1))}…` : marked
  const right = isLong ? after.slice(0, Math.max(0, room - displayWidth(left + middle))) : after
  return [
    `  ${left}${middle}${right}`.trimEnd(),
    `  ${' '.repeat(displayWidth(left))}${paint('^'.repeat(Math.max(1, displayWidth(middle))))}`,
  ]
}

function briefLines({ command, reason, decision }: Reason, whole: string, width: number): string[] {
  const label = decision === whole ? '' : `${decision}: `
  return indented(`${label}${command === '' ? '' : `${command}: `}${reason}`, width)
}

function noteLines(label: string, text: string, width: number, style: Style): string[] {
  return wrap(printable(text), Math.max(20, width - 14)).map(
    (one, index) => `    ${style.dim((index === 0 ? label : '').padEnd(9))}${one}`,
  )
}

const SOURCES: Readonly<Record<string, string>> = {
  native: 'own description',
  vendor: "vendor's description",
  org: "organisation's description",
  community: 'curated description',
  user: 'description, written by you',
  inferred: 'help text',
}

/** Rules about redirections and variables, which need no description of a program. */
const RULES_OF_THE_SHELL: readonly string[] = ['writes-file', 'writes-device', 'writes-protected', 'environment']

function knownFrom({ source, tool }: Reason['knowledge'], rule: string): string {
  if (source === 'shell' || (source === 'none' && RULES_OF_THE_SHELL.includes(rule))) return 'the shell itself'
  if (source === 'none') return 'none: this program has no description'
  return `${tool ?? 'the program'}: ${SOURCES[source] ?? source}`
}

/** Commands for the user to copy, after which atip no longer asks or denies, or that there are none. */
function suggestionLines(reasons: readonly Reason[], width: number, style: Style): string[] {
  if (reasons.some((one) => one.isFinal === true)) return ['', ...indented('No rule can allow this.', width)]
  const commands = new Map(
    reasons.flatMap(({ suggestion }) => (suggestion ? [[policyCommand(suggestion.rule), suggestion.covers]] : [])),
  )
  const isOpen = reasons.some((one) => one.suggestion === undefined && isBuiltIn(one))
  const what = commands.size === 0 ? 'this' : 'the rest'
  const note = isOpen ? ['', ...indented(`No narrow rule would allow ${what}.`, width)] : []
  if (commands.size === 0) return note
  const isWhole = reasons.every(({ suggestion }) => suggestion !== undefined)
  const covers = listed([...commands.values()])
  const isDenied = reasons.some(({ builtIn }) => builtIn.decision === 'deny')
  const scope = isWhole ? 'it' : 'a part of it'
  return [
    '',
    ...indented(`To ${isDenied ? '' : 'always '}allow ${scope}${isDenied ? ' all the same' : ''} (${covers}):`, width),
    ...[...commands.keys()].map((one) => `    ${style.cyan(printable(one))}`),
    ...note,
  ]
}

/** Whether neither a policy nor a failure decided. */
function isBuiltIn({ rule, builtIn }: Reason): boolean {
  return (rule === builtIn.rule || rule === 'mode-headless') && rule !== 'check-failed' && rule !== 'policy-broken'
}

function indented(text: string, width: number): string[] {
  return wrap(printable(text), Math.max(20, width - 2)).map((line) => `  ${line}`)
}
