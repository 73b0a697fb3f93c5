import type { Evidence, FoundCommand } from '../found.js'
import { readText } from '../read-text.js'
import type { Naming } from '../synopsis/naming.js'
import type { PageLine } from './text/page.js'
import { renderPage } from './render.js'

/** Reads the source of a manual page (man or mdoc) about a command. Line numbers are those of the source. */
export function readRoff(source: string, naming: Naming): FoundCommand {
  const { lines, version } = renderPage(source)
  const found = readText(lines.map(({ text }) => text).join('\n'), naming, 'roff')
  const place = (evidence: Evidence): Evidence => ({ ...evidence, lines: inSource(evidence.lines, lines) })
  const placed = <T extends { evidence: Evidence[] }>(one: T): T => ({ ...one, evidence: one.evidence.map(place) })
  const result: FoundCommand = {
    ...found,
    usage: found.usage.map((usage) => ({ ...usage, evidence: place(usage.evidence) })),
    options: found.options.map(placed),
    arguments: found.arguments.map(placed),
    commands: found.commands.map(placed),
  }
  const stated = versionIn(version)
  if (stated !== undefined) result.version ??= stated
  return result
}

function inSource([first, last]: [number, number], lines: PageLine[]): [number, number] {
  const from = lines[first - 1]?.source ?? 1
  return [from, Math.max(from, lines[last - 1]?.source ?? from)]
}

/** `GNU coreutils 9.1`, `v1.2.3`, `Git 2.39.5`. */
function versionIn(title: string | undefined): string | undefined {
  return /(?:^|[\s/v-])(\d+\.\d+(?:\.\d+){0,2}(?:[-+~][\w.+-]{1,30})?)(?=$|[\s,)])/.exec(
    (title ?? '').slice(0, 200),
  )?.[1]
}
