import type { Screen } from '../define/screen.js'
import { wrapCommand } from '../output/command-line.js'
import { columnsOf } from '../output/screen.js'
import { type Style, styleFor } from '../output/style.js'
import { wrap } from '../output/wrap.js'
import { columnFor, rowLines } from './help-columns.js'
import { ASKS } from './help-effects.js'
import { FLAGS_EVERYWHERE, type HelpPage } from './help-page.js'
import { proseLines } from './help-prose.js'
import { argumentRow, commandRow, type HelpRow, optionRow } from './help-term.js'

// Longer lines are hard to read, even on a wide terminal.
const WIDEST = 120

/** Renders help: the description, the usage, the parts, and examples near the end, next to the prompt. */
export function renderHelp(page: HelpPage, screen: Screen): string {
  const width = Math.min(columnsOf(screen), WIDEST)
  const style = styleFor(screen.color)
  const blocks = [
    introLines(page, width, style),
    usageLines(page, width, style),
    ...(page.details === undefined ? [] : [proseLines(page.details, width)]),
    ...sectionBlocks(page, width, style),
    flagsEverywhereLines(page, width, style),
    errorLines(page, width, style),
    exampleLines(page, width, style),
    closingLines(page, width, style),
  ]
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.trimEnd()).join('\n'))
    .join('\n\n')
}

function introLines({ program, version, description, deprecated, effects }: HelpPage, width: number, style: Style) {
  const warned = effects?.includes(ASKS) === true
  return [
    ...(version === undefined ? [] : [`${style.bold(program)} ${style.dim(version)}`]),
    ...proseLines(description, width),
    ...(effects === undefined ? [] : wrap(`${effects}.`, width).map(warned ? style.yellow : style.dim)),
    ...(deprecated === undefined ? [] : proseLines(`Deprecated: ${deprecated}`, width).map(style.yellow)),
  ]
}

function usageLines({ usage }: HelpPage, width: number, { bold }: Style): string[] {
  const label = 'Usage: '
  const space = width - label.length - 2
  return usage.flatMap((line, row) => {
    const together = line.replace(/ (-\S+) (?=[^[-])/g, (pair, flag) =>
      pair.length < space / 2 ? ` ${flag}\u00a0` : pair,
    )
    return wrap(together, space).map((part, index) => {
      const lead = index > 0 ? ' '.repeat(label.length + 2) : row > 0 ? ' '.repeat(label.length) : `${bold('Usage:')} `
      return lead + part.replaceAll('\u00a0', ' ')
    })
  })
}

function sectionBlocks(page: HelpPage, width: number, style: Style): string[][] {
  const hasShort = page.options.some(({ entries }) => entries.some(({ flags }) => /^-[^-]/.test(flags[0] ?? '')))
  const sections: { title: string; rows: HelpRow[] }[] = [
    ...page.commands.map(({ title, entries }) => ({ title, rows: entries.map(commandRow) })),
    { title: 'Arguments', rows: page.arguments.map(argumentRow) },
    ...page.options.map(({ title, entries }) => ({ title, rows: entries.map((entry) => optionRow(entry, hasShort)) })),
  ].filter(({ rows }) => rows.length > 0)
  const column = columnFor(
    sections.flatMap(({ rows }) => rows),
    width,
  )
  return sections.map(({ title, rows }) => [
    style.bold(`${title}:`),
    ...rows.flatMap((row) => rowLines(row, column, width, style)),
  ])
}

function flagsEverywhereLines({ flagsEverywhere }: HelpPage, width: number, style: Style): string[] {
  if (flagsEverywhere === undefined) return []
  const { names, explainedBy } = flagsEverywhere
  return [
    ...wrap(`${FLAGS_EVERYWHERE} (see ${explainedBy}):`, width).map(style.bold),
    ...wrap(names.join(', '), width - 2).map((line) => `  ${line}`),
  ]
}

function exampleLines({ examples }: HelpPage, width: number, style: Style): string[] {
  if (examples.length === 0) return []
  const entries = examples.map(({ run, description }) => [
    ...(description === '' ? [] : wrap(description, width - 2).map((line) => `  ${line}`)),
    ...wrapCommand(run, width - 4).map((line, index) => `  ${index === 0 ? style.dim('$') : ' '} ${line}`),
  ])
  return [style.bold('Examples:'), ...entries.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))]
}

function errorLines({ errors }: HelpPage, width: number, style: Style): string[] {
  if (errors.length === 0) return []
  const rows = errors.map(({ code, meaning }) => ({ term: code, value: '', description: meaning, notes: [] }))
  return [style.bold('Errors:'), ...rows.flatMap((row) => rowLines(row, 9, width, style))]
}

function closingLines({ program, commands, homepage }: HelpPage, width: number, style: Style): string[] {
  return [
    ...(commands.length === 0 ? [] : wrap(`Run ${program} COMMAND --help for more about a command.`, width)),
    ...(homepage === undefined ? [] : wrap(homepage, width, 'keep')),
  ].map(style.dim)
}
