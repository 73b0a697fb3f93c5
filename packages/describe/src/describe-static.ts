import { completionsAbout } from './completion/about.js'
import { SYSTEM_PREFIXES } from './completion/find-file.js'
import { describeTexts, type Description } from './describe-texts.js'
import { manualAbout } from './manual/about.js'
import { createPageFinder, type PageFinder } from './manual/find-page.js'
import { mayHaveCommands } from './may-have-commands.js'
import type { DescribedCommand } from './source/subject.js'

export interface StaticPlaces {
  /** Reuse one finder for many tools: it caches what folders contain. */
  finder?: PageFinder
  /** Prefixes below which `share/…` is searched for completions. */
  prefixes?: readonly string[]
}

/**
 * Describes a tool, or one of its commands, from its manual page and completions, without running anything. Undefined
 * if there are none, or if they name no options, arguments or commands.
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
