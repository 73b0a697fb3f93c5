import type { LoadedPolicy, Mode, ProgramEvidence } from '@atip/guard'
import type { ToolLookup } from '@atip/protocol'
import type { Approver } from './approve/approver.js'
import type { RuntimeEvent } from './events/event.js'
import type { EventSink } from './events/stream.js'
import type { TelemetryApi } from './events/telemetry.js'
import type { RuntimeHook } from './hooks/hook.js'
import type { RuleNotation } from './permission/rules.js'
import type { RuntimeLimits } from './pipeline/parts.js'
import type { ToolProvider } from './prime/prime.js'
import type { Redactor } from 'atip-bridge'
import type { ResultStore } from './results/store.js'
import type { Scheduler } from './schedule/scheduler.js'
import type { RuntimeTool } from './tool/tool.js'

export interface RuntimeOptions {
  tools: readonly RuntimeTool[]
  providers?: readonly ToolProvider[]
  /** The cwd of calls. Default: that of the process. */
  cwd?: string
  home?: string
  /** Descriptions of programs, for tools that run commands, such as `lookupShim` of `@atip/shims`. */
  lookup?: ToolLookup
  /**
   * Facts about programs besides their descriptions, such as drift from a lock file. Called again for each judgement.
   */
  evidence?: () => ProgramEvidence
  /** Policy files, as returned by the guard's `loadPolicies`. */
  policies?: readonly LoadedPolicy[]
  /** Rules of this session, in the notation of policy files. */
  rules?: readonly RuleNotation[]
  mode?: Mode
  hooks?: readonly RuntimeHook[]
  /** Asks a person. Without it, questions are denials. */
  approver?: Approver
  /** Shared by all runtimes that work in the same folder. */
  scheduler?: Scheduler
  /** The audit log: if it cannot be written, nothing runs. */
  audit?: EventSink
  onEvent?: (event: RuntimeEvent) => void
  /** The module `@opentelemetry/api`. */
  telemetry?: TelemetryApi
  results?: ResultStore
  redact?: Redactor
  limits?: Partial<RuntimeLimits>
  deprecated?: 'warn' | 'ask' | 'deny'
  sessionId?: string
  agentId?: string
  now?: () => number
}

export const DEFAULT_RUNTIME_LIMITS: RuntimeLimits = {
  timeoutMs: 600_000,
  graceMs: 50,
  approvalTimeoutMs: 600_000,
  maxInputBytes: 1_000_000,
  maxInlineChars: 50_000,
  rateWaitMs: 0,
}
