export { createRuntime, type DelegationOverrides, type Runtime } from './runtime.js'
export { DEFAULT_RUNTIME_LIMITS, type RuntimeOptions } from './options.js'
export { defineTool } from './tool/define-tool.js'
export { SchemaError } from './tool/check-schema.js'
export type { CallPlaces, ExecutionContext, JsonSchemaObject, RuntimeTool, DeclaredFacts } from './tool/tool.js'
export { textForModel } from './pipeline/finish.js'
export { ToolFailure } from './pipeline/execute.js'
export type { Batch, BatchOptions } from './pipeline/batch.js'
export type { ModelCall } from './pipeline/invocation.js'
export type { RuntimeLimits } from './pipeline/parts.js'
export type { ToolSurface, SurfaceOptions } from './surface/surface.js'

export type { RuleNotation } from './permission/rules.js'
export type { HookInput, HookOutput, RuntimeHook } from './hooks/hook.js'
export type { ApprovalReply, ApprovalRequest, Approver } from './approve/approver.js'
export type { DelegationScope } from './delegate/scope.js'
export type { RecentCommand, ToolContext } from './delegate/context.js'
export { Scheduler, type SchedulerOptions } from './schedule/scheduler.js'
export type { CallResource } from './schedule/resource.js'

export { openAudit, AuditLogInUse, BrokenAuditLog, type AuditLog, type AuditOptions } from './audit/open-audit.js'
export { auditFiles, openAuditFolder, type AuditFolderOptions } from './audit/folder.js'
export { replay, verifyAudit, type ReplayedCall } from './audit/replay.js'
export { readHistory, type AuditHistory, type CallHistory } from './audit/history.js'
export type { AuditVerification } from './audit/chain.js'
export { toEventRecord, type RuntimeEvent } from './events/event.js'
export type { EventSink } from './events/stream.js'
export type { TelemetryApi } from './events/telemetry.js'

export { fenceDirectives } from './prime/directives.js'
export type { PrimeQuestion, PrimeAnswer, ToolProvider } from './prime/prime.js'
export { problemsOfResponse as primeProblems } from './prime/response-schema.js'
export { createRedactor } from './redact/redactor.js'
export { redactBytes } from './redact/bytes.js'
export { secretsOf, type Redaction, type RedactionStream, type Redactor, type RedactorOptions } from 'atip-bridge'
export { resultFolder } from './results/folder.js'
export { MOST_READ, readResult, UnreadableResult, type ResultPart, type ResultPiece } from './results/read.js'
export type { KeptResult, ResultStore, ResultWriter } from './results/store.js'

export { TRANSITIONS } from './state/transitions.js'
export * from './records/vocabulary.js'
export type * from './records/records.js'

export { toolFromFunction } from './sources/from-function.js'
export { createCommandRunner, type CommandRunner, type CommandRunnerOptions } from './execute/runner.js'
export { createBudget, DEFAULT_PRICES, type CallBudget } from './execute/budget.js'
export { DEFAULT_COMMAND_LIMITS, type CommandLimits } from './execute/process/limits.js'
export { processText, type ProcessResult } from './execute/result/process-result.js'
export type { OutputFilter } from './execute/output/recorder.js'
export type { BackgroundOutput, BackgroundProcess, BackgroundProcesses } from './execute/background/background.js'
export { toolsFromAtip, type AtipSource, type CommandRun } from './sources/from-atip.js'
export {
  toolsFromMcp,
  type McpCallResult,
  type McpClientLike,
  type McpListedTool,
  type McpSource,
} from './sources/from-mcp.js'
export { toolsFromCli, type CallableCli } from './sources/from-cli.js'
export { throughServer } from './sources/hybrid.js'
export { mcpProvider, programProvider } from './sources/providers.js'
export { terminalApprover, type TerminalStreams } from './approve/terminal.js'
export { elicitationApprover, type Elicitation, type ElicitationAnswer } from './approve/elicitation.js'
export {
  openApprovalQueue,
  type AnswerOutcome,
  type ApprovalQueue,
  type QueuedAnswer,
  type QueueOptions,
} from './approve/queue.js'
