import { effectClassOf, type AtipTool, type EffectClass } from '@atip/protocol'
import type { SearchEntry } from '../search/build-index.js'
import { entriesOf } from '../search/catalog-entries.js'
import { isWorseWithOptions, NOTHING_KNOWN } from '../search/effect-bits.js'
import { effectsIn } from '../search/effect-facts.js'
import { shorten } from '../search/entry-texts.js'
import type { ListedTool } from './render-lists.js'

/** The facts about a tool that lists and search need. */
export interface PageEntry extends ListedTool {
  entries: SearchEntry[]
}

export function pageEntry(tool: AtipTool): PageEntry {
  const entries = [...entriesOf(tool)]
  return {
    name: tool.name,
    description: shorten(tool.description),
    ...summaryOf(entries[0]!),
    commands: Math.max(0, entries.length - 1),
    entries,
  }
}

/** The effect class of a command for lists and hits. */
export function summaryOf({ effects = NOTHING_KNOWN }: SearchEntry): {
  class: EffectClass
  isWorseWithOptions: boolean
} {
  return {
    class: effectClassOf(effectsIn(effects), undefined),
    isWorseWithOptions: isWorseWithOptions(effects),
  }
}
