import { fuse, isEmpty, nothingFound, type FoundCommand } from '@atip/generate'

/** The parsed texts about one command, by kind. */
export interface Texts {
  help: readonly FoundCommand[]
  manual: FoundCommand | undefined
  completions: readonly FoundCommand[]
}

/**
 * Merges all texts into one description. Options come from help and the manual page: of 2,799 long options of 158
 * tools, 570 were only in help and 426 only on the page. Completions had 87 more, but a third of them are options of
 * other systems that the program does not contain, so they count only if no other text has options.
 */
export function combineTexts({ help, manual, completions }: Texts): FoundCommand {
  const spoken = help.filter((text) => !isEmpty(text))
  const written = manual === undefined || isEmpty(manual) ? [] : [manual]
  const hasOptions = [...spoken, ...written].some(({ options }) => options.length > 0)
  const hasListed = completions.some(({ commands }) => commands.length > 0)
  const texts = [
    ...spoken,
    ...written.map((text) => ({ ...text, ...besideHelp(text, spoken), ...(hasListed && { commands: [] }) })),
    ...completions.map((text) => (hasOptions ? { ...nothingFound(), commands: text.commands } : text)),
  ]
  const combined = texts.length === 1 ? texts[0]! : fuse(texts).found
  const summary = manual?.description ?? ''
  const isSummary = summary !== '' && summary.length <= LONGEST_SUMMARY
  return { ...combined, ...(isSummary && { description: summary }), commands: combined.commands.filter(isCommand) }
}

/** The one-line summary of a manual page is preferred: help often starts with something else. */
const LONGEST_SUMMARY = 200

/**
 * The parts of a manual page that count if there is help. Its synopsis shows more forms of a call than one list of
 * operands can hold, and its tables contain words that are not commands (`bc`, `find`, `jq`).
 */
function besideHelp(page: FoundCommand, help: readonly FoundCommand[]): Pick<FoundCommand, 'arguments' | 'commands'> {
  if (help.length === 0) return page
  const isSaid = help.some((text) => text.arguments.length + text.commands.length > 0)
  const words = new Set(
    help.flatMap(({ usage }) => usage.flatMap(({ text }) => text.split(/[\s|{}[\]()<>,]+/).slice(1))),
  )
  return {
    arguments: isSaid ? [] : page.arguments,
    commands: page.commands.filter(({ name }) => words.has(name)),
  }
}

/** `git help -a` also lists guides and file formats. */
const READINGS = /\b(?:guides?|concepts?|formats?|protocols?|interfaces|help topics)\b/i

function isCommand({ group = '' }: FoundCommand['commands'][number]): boolean {
  return !READINGS.test(group)
}
