/** For tests: small tools and layers, and the effects that a judge of calls sees. */
import {
  effectsOf,
  parseArgv,
  worsenedByClaims,
  type AtipTool,
  type CallEffects,
  type Command,
  type Effects,
  type Option,
} from '@atip/protocol'
import { toolToJudge } from './to-judge.js'
import type { Layer } from './types.js'

/** The effects of a call as judged by these layers. */
export function judged(layers: readonly Layer[], argv: readonly string[], override?: unknown): CallEffects {
  return judgedBy(toolToJudge(layers, override)!, argv)
}

export function judgedBy(described: AtipTool, argv: readonly string[]): CallEffects {
  return worsenedByClaims(effectsOf(described, parseArgv(described, argv)), described, argv)
}

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
