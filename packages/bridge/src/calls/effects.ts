import { effectsOf, parseArgv, type CallEffects, type Effects, type InheritOptions } from '@atip/protocol'
import type { ToolCall, ToolIndex } from '../types.js'
import { resolveCall, type Resolution } from './resolve.js'

export interface ToolCallEffects {
  /** The effects of this call, including its options; `{}` (all unknown) if it cannot be resolved. */
  effects: Effects
  /** Everything that is known of the call; undefined if it cannot be resolved. */
  call: CallEffects | undefined
  resolution: Resolution
}

/** The effects of a model's call, judged by the argv that would run, as the tool would read it. */
export function effectsOfToolCall(index: ToolIndex, call: ToolCall, options?: InheritOptions): ToolCallEffects {
  const resolution = resolveCall(index, call)
  if (!resolution.ok) return { effects: {}, call: undefined, resolution }
  const { tool, argv } = resolution
  const known = effectsOf(tool, parseArgv(tool, argv), options)
  return { effects: known.effects, call: known, resolution }
}
