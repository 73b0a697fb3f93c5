import type { AtipTool } from '../types/tool.js'
import type { Leftover } from './call.js'

/** A global symbol for the same reasons as that of claims: no document contains it, and every bundle finds it. */
const DOUBT = Symbol.for('@atip/protocol doubt')

type DoubtedTool = AtipTool & { [DOUBT]?: string }

/**
 * Records why a description may lack something, as a sentence: a file of the user about it cannot be used. Then no call
 * of the tool is known to be safe.
 */
export function withDoubt(tool: AtipTool, why: string): AtipTool {
  return { ...tool, [DOUBT]: why } as DoubtedTool
}

export function doubtAbout(tool: AtipTool): Leftover[] {
  const why = (tool as DoubtedTool)[DOUBT]
  return why === undefined ? [] : [{ reason: 'unusable-description', index: 0, word: why }]
}
