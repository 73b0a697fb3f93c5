import type { TrustSource } from '@atip/protocol/calls'
import type { LineFinding } from '../line/finding.js'
import { isBuiltin } from '../shell/builtin-kinds.js'
import { knownText } from '../shell/word.js'

/** Where what is known about a program comes from; `shell` if the shell does it itself, `none` if nothing is known. */
export interface DescriptionOrigin {
  source: TrustSource | 'shell' | 'none'
  /** The tool that the description calls by this name. */
  tool?: string
}

export function knowledgeOf({ words, facts, about }: LineFinding): DescriptionOrigin {
  const program = words[0] === undefined ? undefined : knownText(words[0])
  // Which program a variable names is known only when the line runs: then nothing is known about it.
  if (program === undefined) return { source: about === 'call' && words[0] !== undefined ? 'none' : 'shell' }
  if (isBuiltin(program)) return { source: 'shell' }
  if (facts === undefined) return { source: 'none' }
  const { tool } = facts
  return { source: tool.trust?.source ?? 'community', tool: tool.name }
}
