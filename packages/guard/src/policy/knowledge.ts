import type { TrustSource } from '@atip/protocol'
import type { Finding } from '../judge/verdict.js'

/** Where what is known about a program comes from; `shell` if the shell does it itself, `none` if nothing is known. */
export interface Knowledge {
  source: TrustSource | 'shell' | 'none'
  /** The tool that the description calls by this name. */
  tool?: string
}

const BUILT_IN = new Set(
  (
    '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs ' +
    'disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local ' +
    'logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test ' +
    'times trap true type typeset ulimit umask unalias unset wait'
  ).split(' '),
)

export function knowledgeOf({ words, tool }: Finding): Knowledge {
  const [program] = words
  if (program === undefined || BUILT_IN.has(program)) return { source: 'shell' }
  if (tool === undefined) return { source: 'none' }
  return { source: tool.trust?.source ?? 'community', tool: tool.name }
}
