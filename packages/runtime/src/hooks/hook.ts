import type { Decision } from '@atip/protocol'
import type { SettledFacts } from '../facts/settle.js'

export type HookEvent = 'pre_tool_use' | 'post_tool_use' | 'post_tool_use_failure'

/** The input of a hook. All values are frozen. */
export interface HookInput {
  event: HookEvent
  invocationId: string
  toolId: string
  /** As the model sent it, without changes by hooks. */
  modelInput: unknown
  observableInput: unknown
  /** The current input, with the changes of earlier hooks. */
  permissionInput: unknown
  /**
   * The facts of the current call; missing if it failed before they were known. Unknown facts have their unsafe values.
   */
  facts?: SettledFacts
  /** The input of the tool; only after it ran. */
  callInput?: unknown
  output?: unknown
  error?: { code: string; message: string }
}

export interface HookOutput {
  updatedInput?: unknown
  permission?: Decision
  reason?: string
  /** A text for the model, beside the result. */
  additionalContext?: string
  /** Ends the call, with this reason. */
  stop?: string
  updatedOutput?: unknown
  progress?: string
}

/** Code of the host that is called for each tool call. */
export interface RuntimeHook {
  id: string
  event: HookEvent
  /** A pattern for the ids of tools. Default: all. */
  match?: string
  /** If the hook fails, `deny` ends the call and `ignore` continues. Default `deny`. */
  onError?: 'deny' | 'ignore'
  /** In milliseconds. Default 60,000. */
  timeoutMs?: number
  run(input: HookInput): HookOutput | void | Promise<HookOutput | void>
}
