import type { TrustSource } from '@atip/protocol/calls'
import type { LineFinding } from '../line/finding.js'
import { isBuiltin } from '../shell/builtin-kinds.js'
import { knownText } from '../shell/word.js'

/** The origin of a program's description; `shell` for a builtin, `none` if it has no description. */
export interface DescriptionOrigin {
  source: TrustSource | 'shell' | 'none'
  /** The name of the tool in the description. */
  tool?: string
}

export function knowledgeOf({ words, facts, about }: LineFinding): DescriptionOrigin {
  const program = words[0] === undefined ? undefined : knownText(words[0])
  // A program named by a variable is known only at run time, so it counts as undescribed.
  if (program === undefined) return { source: about === 'call' && words[0] !== undefined ? 'none' : 'shell' }
  if (isBuiltin(program)) return { source: 'shell' }
  if (facts === undefined) return { source: 'none' }
  const { tool } = facts
  return { source: tool.trust?.source ?? 'community', tool: tool.name }
}
