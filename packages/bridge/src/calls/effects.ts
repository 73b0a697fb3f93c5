import { effectsOf, parseArgv, type CallEffects, type Effects, type InheritOptions } from '@atip/protocol'
import type { ToolCall, ToolIndex } from '../types.js'
import { resolveCall, type Resolution } from './resolve.js'

export interface ToolCallEffects {
  /** Of this call, including its options; `{}` (nothing known) if it cannot be resolved. */
  effects: Effects
  /** Everything that is known of the call; undefined where it cannot be resolved. */
  call: CallEffects | undefined
  resolution: Resolution
}

/** What a model's call would do. It is judged by the words that would run, as the tool would read them. */
export function effectsOfToolCall(index: ToolIndex, call: ToolCall, options?: InheritOptions): ToolCallEffects {
  const resolution = resolveCall(index, call)
  if (!resolution.ok) return { effects: {}, call: undefined, resolution }
  const { tool, argv } = resolution
  const known = effectsOf(tool, parseArgv(tool, argv), options)
  return { effects: known.effects, call: known, resolution }
}
