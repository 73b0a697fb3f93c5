import type { AtipTool } from '@atip/protocol'

/** The description of a tool about which nothing is known. */
export function unknownTool(name: string): AtipTool {
  return { atip: { version: '0.6' }, name, version: '0', description: '', trust: { source: 'inferred' } }
}
