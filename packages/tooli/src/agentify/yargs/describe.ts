import type { AtipTool } from '@atip/protocol'

/** The program as agents read it, from its own objects. */
export function describeYargs(_program: unknown): AtipTool {
  throw new Error('not yet')
}
