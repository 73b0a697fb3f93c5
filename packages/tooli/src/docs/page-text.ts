import type { HelpEntry } from '../describe/help-entry.js'
import type { HelpGroup, HelpPage } from '../describe/help-page.js'
import type { HelpCommand } from '../describe/help-commands.js'
import { argumentRow, optionRow, type HelpRow } from '../describe/help-term.js'
import { code, fence, inline, oneLine, paragraphs, prose, sentence } from '../skill/markdown/markdown.js'

/** A page of help as Markdown. `fileOf` returns the page of a command of this group, if it has one. */
export function pageText(
  page: HelpPage,
  shape: string | undefined,
  fileOf: (name: string) => string | undefined,
): string {
  const { program, version, homepage, description, deprecated, effects, details, usage } = page
  const blocks = [
    `# ${inline(program)}`,
    sentence(prose(description)),
    ...(deprecated === undefined ? [] : [`**Deprecated:** ${sentence(inline(deprecated))}`]),
    ...(effects === undefined ? [] : [sentence(inline(effects))]),
    fence('', usage),
    ...(details === undefined ? [] : paragraphs(details)),
    ...page.commands.flatMap((group) => commandTable(group, fileOf)),
    ...table('Arguments', page.arguments.map(argumentRow)),
    ...page.options.flatMap(({ title, entries }) => table(title, entries.map(toRow))),
    ...(page.flagsEverywhere ? [`All commands also have ${page.flagsEverywhere.names.map(code).join(', ')}.`] : []),
    ...(shape === undefined ? [] : ['## Result', fence('', [shape])]),
    ...(page.errors.length === 0
      ? []
      : [
          '## Errors',
          rows(
            ['Code', 'Meaning'],
            page.errors.map(({ code: id, meaning }) => [code(id), inline(meaning)]),
          ),
        ]),
    ...(page.examples.length === 0 ? [] : ['## Examples', ...page.examples.map(exampleText)]),
    ...(version === undefined ? [] : [`Version ${inline(version)}${homepage === undefined ? '' : `, <${homepage}>`}.`]),
  ]
  return `${blocks.join('\n\n')}\n`
}

const toRow = (entry: HelpEntry) => optionRow(entry, false)

function exampleText({ run, description }: HelpPage['examples'][number]): string {
  const block = fence('sh', [run])
  return description.trim() === '' ? block : `${sentence(prose(description))}\n\n${block}`
}

function commandTable(
  { title, entries }: HelpGroup<HelpCommand>,
  fileOf: (name: string) => string | undefined,
): string[] {
  const cells = entries.map(({ name, description, deprecated }) => {
    const file = fileOf(name)
    const shown = file === undefined ? code(name) : `[${code(name)}](${encodeURI(file)})`
    return [shown, `${inline(description)}${deprecated ? ' (deprecated)' : ''}`]
  })
  return [`## ${inline(title)}`, rows(['Command', 'Does'], cells)]
}

function table(title: string, entries: readonly HelpRow[]): string[] {
  if (entries.length === 0) return []
  const cells = entries.map(({ term, value, description, notes }) => [
    code(term.trim() + value),
    [inline(description), ...notes.map((note) => `(${inline(note)})`)].filter((part) => part !== '').join(' '),
  ])
  return [`## ${inline(title)}`, rows([title === 'Arguments' ? 'Argument' : 'Option', 'Meaning'], cells)]
}

function rows(head: readonly string[], cells: readonly (readonly string[])[]): string {
  const line = (parts: readonly string[]) => `| ${parts.map(cell).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...cells.map(line)].join('\n')
}

/** Inside a table, a bar ends even code. */
function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|')
}
