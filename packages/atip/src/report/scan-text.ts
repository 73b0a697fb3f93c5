import { printable, styleFor, wrap, type Screen, type Style } from 'tooli/terminal'
import { syncText, type SyncedReport } from './sync-text.js'
import { count, grouped, listed } from './words.js'

export interface ScanReport {
  tools: number
  added: readonly string[]
  changed: readonly string[]
  gone: readonly string[]
  known: { native: number; shim: number; generated: number; unknown: number }
  folders: readonly { path: string; programs: number }[]
  probed: readonly { name: string; outcome: string; reason?: string | undefined }[]
  skipped: readonly { path: string; reason: string }[]
  notes: readonly string[]
  registries?: SyncedReport | undefined
}

/** `--output json` has the rest. */
const MOST_LINES = 12
const MOST_NAMES = 8

/** What a scan found, what changed since the last one, and what it skipped. */
export function scanText(report: ScanReport, { width, color }: Screen): string {
  const style = styleFor(color)
  const { tools, folders, known, added, changed, gone, probed, skipped, notes, registries } = report
  const effects = known.native + known.shim
  const facts = [
    `${style.bold(count(tools, 'tool'))} in ${count(folders.length, 'folder')}.`,
    `${count(effects, 'tool')} with known effects${ofThemselves(known.native)}; the rest are described on demand.`,
    ...change('New', added, tools),
    ...change('Changed', changed, tools),
    ...change('Gone', gone, tools),
    ...([added, changed, gone].every((names) => names.length === 0) ? ['No changes since the last scan.'] : []),
  ]
  // Many programs contain the word by chance, and do not know the option. They are not listed.
  const refused = probed.filter(({ outcome }) => outcome !== 'described' && outcome !== 'not-described')
  return [
    ...facts.flatMap((fact) => wrap(fact, width)),
    ...details(
      'Failed to describe themselves',
      refused.map(({ name, reason }) => `${name}: ${reason ?? ''}`),
      width,
      style,
    ),
    ...details('Skipped', skippedLines(skipped), width, style),
    ...(registries === undefined ? [] : ['', syncText(registries, { width })]),
    ...notes.flatMap((note) => ['', ...wrap(printable(note), width)]),
    '',
    ...wrap('Next: atip list, atip show git push, atip search "find large files", atip install', width).map(style.dim),
  ].join('\n')
}

function ofThemselves(native: number): string {
  if (native === 0) return ''
  return native === 1 ? ', 1 of them describes itself' : `, ${grouped(native)} of them describe themselves`
}

/** On the first scan everything is new, so the names are omitted. */
function change(word: string, names: readonly string[], tools: number): string[] {
  if (names.length === 0 || names.length === tools) return []
  const some = names.slice(0, MOST_NAMES).map(printable)
  const rest = names.length - some.length
  return [`${word}: ${listed(rest > 0 ? [...some, `${rest} more`] : some)}.`]
}

/** At least this many skipped paths with the same reason share a line. */
const MANY = 4

/** One line per path, or per reason if many paths have it. */
function skippedLines(skipped: ScanReport['skipped']): string[] {
  const byReason = new Map<string, string[]>()
  for (const { path, reason } of skipped) byReason.set(reason, [...(byReason.get(reason) ?? []), path])
  return [...byReason].flatMap(([reason, paths]) =>
    paths.length < MANY
      ? paths.map((path) => `${path}: ${reason}`)
      : [`${grouped(paths.length)} paths: ${reason} (${paths[0]}, …)`],
  )
}

function details(title: string, lines: readonly string[], width: number, style: Style): string[] {
  if (lines.length === 0) return []
  const shown = lines.slice(0, MOST_LINES)
  const rest = lines.length - shown.length
  return [
    '',
    style.bold(title),
    ...shown.flatMap((line) =>
      wrap(printable(line), Math.max(20, width - 4)).map((part, index) => `${index === 0 ? '  ' : '    '}${part}`),
    ),
    ...(rest > 0 ? [`  and ${rest} more (--output json has all)`] : []),
  ]
}
