import type { Approver } from '../approve/approver.js'
import type { EventStream } from '../events/stream.js'
import type { Telemetry } from '../events/telemetry.js'
import type { RuntimeHook } from '../hooks/hook.js'
import type { PolicyState } from '../permission/judge-call.js'
import type { PrimeGate } from '../prime/gate.js'
import type { Redactor } from 'atip-bridge'
import type { ResultStore } from '../results/store.js'
import type { RuntimeTool } from '../tool/tool.js'

export interface RuntimeLimits {
  /** The timeout of tools that state none, in milliseconds. */
  timeoutMs: number
  /** The grace period of an aborted executor, after which its result is returned without it. */
  graceMs: number
  /** The timeout of a question to a person. */
  approvalTimeoutMs: number
  maxInputBytes: number
  /** Longer texts are stored in a file, with a preview. */
  maxInlineChars: number
  /** How long a call may wait for the rate limit of its provider. */
  rateWaitMs: number
}

/** The state that the phases of a call share. */
export interface RuntimeParts {
  sessionId: string
  events: EventStream
  telemetry: Telemetry
  gate: PrimeGate
  hooks: readonly RuntimeHook[]
  approver: Approver | undefined
  redact: Redactor | undefined
  results: ResultStore | undefined
  limits: RuntimeLimits
  /** The handling of calls that a provider deprecates. */
  deprecated: 'warn' | 'ask' | 'deny'
  policy(): PolicyState
  /** Why a delegation forbids a tool; undefined if it does not. */
  forbids(tool: RuntimeTool): string | undefined
  now(): number
}
