import type { AtipDocument, AtipTool } from '@atip/protocol'
import type { Draft } from '../targets/draft.js'
import { draftsOf } from '../compile/drafts.js'
import { IDENTIFIERS } from '../names/property-names.js'
import type { NameRule } from '../names/tool-names.js'
import { readTools } from '../tools.js'
import type { IndexEntry, ToolIndex } from '../types.js'
import { estimateTokens } from './tokens.js'

/** Tools as text, for contexts too small for their schemas. */
export interface Rendering {
  text: string
  /** An estimate; see `estimateTokens`. */
  tokens: number
  /** What each name in the text means. */
  index: ToolIndex
}

/** `descriptionLimit`: maximum length of a command's description in characters, flags included. Flags are never cut. */
export interface RenderOptions {
  descriptionLimit?: number
}

export function render(
  tools: readonly (AtipTool | AtipDocument)[],
  toolNames: NameRule,
  limit: number,
  write: (draft: Draft) => string,
): Rendering {
  const drafts = draftsOf(readTools(tools), 'discrete', {
    toolNames,
    propertyNames: IDENTIFIERS,
    dialect: { anyChoice: true, anyCount: true },
    limit: { size: limit, unit: 'characters' },
    withResources: false,
    withExamples: false,
    names: new Map(),
  })
  const text = drafts.map(write).join('\n')
  return {
    text,
    tokens: estimateTokens(text),
    index: new Map<string, IndexEntry>(drafts.map(({ name, entry }) => [name, entry])),
  }
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
