import { completionsAbout } from './completion/about.js'
import { SYSTEM_PREFIXES } from './completion/find-file.js'
import { describeTexts, type Description } from './describe-texts.js'
import { manualAbout } from './manual/about.js'
import { createPageFinder, type PageFinder } from './manual/find-page.js'
import { mayHaveCommands } from './may-have-commands.js'
import type { DescribedCommand } from './source/subject.js'

export interface StaticPlaces {
  /** One finder for many tools knows after the first what folders hold. */
  finder?: PageFinder
  /** Below which `share/…` is looked through for completions. */
  prefixes?: readonly string[]
}

/**
 * What the manual page and the completions of a tool, or of one of its commands, say. Nothing is run. Undefined if there
 * are none, or they name no options, arguments or commands.
 */
export function describeFromFiles(subject: DescribedCommand, places: StaticPlaces = {}): Description | undefined {
  const { finder = createPageFinder(), prefixes = SYSTEM_PREFIXES } = places
  const { text, notes } = manualAbout(subject, finder)
  const isThin = text === undefined || text.found.options.length === 0 || mayHaveCommands(text.found)
  const completions = isThin ? completionsAbout(subject, prefixes) : []
  const sources = [...(text ? [text] : []), ...completions].map(({ file }) => file)
  const texts = { help: [], manual: text?.found, completions: completions.map(({ found }) => found) }
  return describeTexts(subject, texts, { sources, notes })
}
