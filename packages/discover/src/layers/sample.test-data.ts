/** For tests: small tools and layers. */
import type { AtipTool, Command, Effects, Option } from '@atip/protocol'
import type { Layer } from './types.js'

export function tool(fields: Partial<AtipTool>): AtipTool {
  return { atip: { version: '0.6' }, name: 'demo', version: '0', description: 'demo', ...fields }
}

export function withCommand(command: Partial<Command>, fields: Partial<AtipTool> = {}): AtipTool {
  return tool({ commands: { push: { description: 'push', ...command } }, ...fields })
}

export function option(flags: string, fields: Partial<Option> = {}): Option {
  const list = flags.split(' ')
  const name = list.at(-1)!.replace(/^-+/, '')
  return { name, flags: list, type: 'boolean', description: name, ...fields }
}

export const PARTIAL = { partial: true, omitted: { reason: 'filtered', safetyAssumption: 'unknown' } } as const
export const SAFE: Effects = { destructive: false, network: false }

export const curated = (it: AtipTool): Layer => ({ layer: 'curated', tool: it })
export const native = (it: AtipTool): Layer => ({ layer: 'native', tool: it })
export const local = (it: AtipTool): Layer => ({ layer: 'local-shim', tool: it })
export const generated = (it: AtipTool): Layer => ({ layer: 'generated', tool: it })
