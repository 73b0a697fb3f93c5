import type { Decision } from '@atip/protocol'
import type { SettledFacts } from '../facts/settle.js'

export type HookEvent = 'pre_tool_use' | 'post_tool_use' | 'post_tool_use_failure'

/** What a hook sees. All inputs are frozen. */
export interface HookInput {
  event: HookEvent
  invocationId: string
  toolId: string
  /** As the model sent it, whatever other hooks did. */
  modelInput: unknown
  observableInput: unknown
  /** As it is now, with the changes of the hooks before this one. */
  permissionInput: unknown
  /** What the call does, as it is now; missing where it failed before that was known. What is unknown has its unsafe value. */
  facts?: SettledFacts
  /** What the tool got; only after it ran. */
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
  /** Ends the call; the text says why. */
  stop?: string
  updatedOutput?: unknown
  progress?: string
}

/** Code of the host that takes part in calls. */
export interface RuntimeHook {
  id: string
  event: HookEvent
  /** A pattern for the ids of tools. Default: all. */
  match?: string
  /** If the hook fails: `deny` ends the call, `ignore` goes on. Default `deny`. */
  onError?: 'deny' | 'ignore'
  /** Default 60,000. */
  timeoutMs?: number
  run(input: HookInput): HookOutput | void | Promise<HookOutput | void>
}
