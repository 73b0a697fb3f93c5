import type { Screen } from '../define/screen.js'
import { columnsOf } from '../output/screen.js'
import { styleFor } from '../output/style.js'
import { cut, displayWidth, padEnd } from '../output/width.js'
import { wrap } from '../output/wrap.js'
import type { HelpPage, HelpPageOverview } from './help-page.js'

const GAP = '  '
const WIDEST = 100

/** The output of a tool without arguments: its main commands on one screen, and the first one to try. */
export function renderOverview(page: HelpPage, overview: HelpPageOverview, screen: Screen): string {
  const width = Math.min(columnsOf(screen), WIDEST)
  const style = styleFor(screen.color)
  const groups = page.commands.filter(({ title }) => overview.groups.includes(title))
  const rows = groups.flatMap(({ title, entries }) =>
    entries.map(({ name, description }, index) => ({ title: index === 0 ? title : '', name, description })),
  )
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(displayWidth))
  const titles = widest(rows.map(({ title }) => title))
  const names = widest(rows.map(({ name }) => name))
  const room = Math.max(10, width - titles - names - 3 * GAP.length)
  const others = page.commands.filter(({ title }) => !overview.groups.includes(title)).flatMap(({ entries }) => entries)
  const closing = [
    ...(others.length === 0 ? [] : [`More: ${others.map(({ name }) => name).join(', ')}`]),
    `${page.program} COMMAND --help explains a command, ${page.program} --help everything.`,
  ]
  return [
    ...wrap(`${page.program} ${page.version ?? ''}: ${page.description}`, width),
    '',
    ...rows.map(({ title, name, description }) => {
      const lead = `${GAP}${style.bold(padEnd(title, titles))}${GAP}${style.cyan(padEnd(name, names))}`
      return `${lead}${GAP}${cut(description, room)}`
    }),
    '',
    ...closing.flatMap((line) => wrap(line, width)).map(style.dim),
    ...(overview.start === undefined ? [] : [`Start with: ${style.bold(overview.start)}`]),
  ].join('\n')
}
