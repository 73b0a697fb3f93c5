import { printable } from '../output/printable.js'
import type { HelpCommand } from './help-commands.js'
import type { HelpEntry } from './help-entry.js'

/** A row of help: the term, its description, and notes in brackets. */
export interface HelpRow {
  /** `-r, --root` */
  term: string
  /** ` DIR` */
  value: string
  description: string
  notes: string[]
}

/** With `hasShort`, long flags without a letter are indented, so that all are aligned. */
export function optionRow(entry: HelpEntry, hasShort: boolean): HelpRow {
  const flags = shownFlags(entry)
  const term = flags.join(', ')
  return {
    term: hasShort && term.startsWith('--') ? `    ${term}` : term,
    value: entry.placeholder === undefined ? '' : ` ${entry.placeholder}`,
    description: entry.description,
    notes: [...(entry.required ? ['required'] : []), ...(entry.multiple ? ['repeatable'] : []), ...notesOf(entry)],
  }
}

export function argumentRow(entry: HelpEntry): HelpRow {
  const term = `${entry.placeholder}${entry.multiple ? '...' : ''}`
  const optional = !entry.required && entry.default === undefined ? ['optional'] : []
  return { term, value: '', description: entry.description, notes: [...optional, ...notesOf(entry)] }
}

export function commandRow({ name, aliases = [], description, deprecated }: HelpCommand): HelpRow {
  return { term: [name, ...aliases].join(', '), value: '', description, notes: deprecated ? ['deprecated'] : [] }
}

/** Shows `--no-x` only if x can be on without being given. */
function shownFlags({ flags, env, default: preset }: HelpEntry): string[] {
  const negated = flags.find((flag) => flag.startsWith('--no-') && flags.includes(`--${flag.slice(5)}`))
  if (negated === undefined) return flags
  const others = flags.filter((flag) => flag !== negated)
  const positive = `--${negated.slice(5)}`
  if (preset !== true && env === undefined) return others
  return others.map((flag) => (flag === positive ? `--[no-]${negated.slice(5)}` : flag))
}

function notesOf({ default: preset, choices, range, env, notes = [], deprecated }: HelpEntry): string[] {
  const shown = presetText(preset)
  return [
    ...(choices ? [`choices: ${choices.map(printable).join(', ')}`] : []),
    ...(range ? [range] : []),
    ...(shown === '' ? [] : [`default: ${shown}`]),
    ...(env ? [`env: ${env}`] : []),
    ...notes,
    ...(deprecated ? ['deprecated'] : []),
  ]
}

/** A default that is off or empty is not shown. */
function presetText(preset: unknown): string {
  if (preset === undefined || preset === null || preset === false) return ''
  if (preset === true) return 'on'
  if (Array.isArray(preset)) return preset.map((entry) => presetText(entry)).join(', ')
  if (typeof preset === 'object' && Object.keys(preset).length === 0) return ''
  return printable(typeof preset === 'string' ? preset : JSON.stringify(preset))
}
