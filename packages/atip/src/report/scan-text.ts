import { printable, styleFor, wrap, type Screen, type Style } from 'tooli/terminal'
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
}

/** More than this is not read by anybody; --output json has all of it. */
const MOST_LINES = 12
const MOST_NAMES = 8

/** What a scan found, what changed since the last one, and what it passed over. */
export function scanText(report: ScanReport, { width, color }: Screen): string {
  const style = styleFor(color)
  const { tools, folders, known, added, changed, gone, probed, skipped, notes } = report
  const effects = known.native + known.shim
  const facts = [
    `${style.bold(count(tools, 'tool'))} in ${count(folders.length, 'folder')}.`,
    `${count(effects, 'tool')} with known effects${ofThemselves(known.native)}; the others are described when you ask for them.`,
    ...change('New', added, tools),
    ...change('Changed', changed, tools),
    ...change('Gone', gone, tools),
    ...([added, changed, gone].every((names) => names.length === 0)
      ? ['Nothing has changed since the last scan.']
      : []),
  ]
  // Many a program has the word in its bytes by chance, and does not know the option.
  const refused = probed.filter(({ outcome }) => outcome !== 'described' && outcome !== 'not-described')
  return [
    ...facts.flatMap((fact) => wrap(fact, width)),
    ...details(
      'Could not describe themselves',
      refused.map(({ name, reason }) => `${name}: ${reason ?? ''}`),
      width,
      style,
    ),
    ...details(
      'Passed over',
      skipped.map(({ path, reason }) => `${path}: ${reason}`),
      width,
      style,
    ),
    ...notes.flatMap((note) => ['', ...wrap(printable(note), width)]),
    '',
    ...wrap('Next: atip list, atip show git push, atip search "find large files"', width).map(style.dim),
  ].join('\n')
}

function ofThemselves(native: number): string {
  if (native === 0) return ''
  return native === 1 ? ', 1 of them describes itself' : `, ${grouped(native)} of them describe themselves`
}

/** On the first scan all is new, which goes without saying. */
function change(word: string, names: readonly string[], tools: number): string[] {
  if (names.length === 0 || names.length === tools) return []
  const some = names.slice(0, MOST_NAMES).map(printable)
  const rest = names.length - some.length
  return [`${word}: ${listed(rest > 0 ? [...some, `${rest} more`] : some)}.`]
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
