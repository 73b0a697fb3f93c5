/** The enumerations of the Agent Tool draft 0.2.0 that the runtime writes. */

export const SCHEMA_VERSION = '0.2.0'

/** Without `yielded`: returning a result concerns the scheduler, and is never a status of the call. */
export const INVOCATION_STATUSES = [
  'planned',
  'selected',
  'schema_parse_failed',
  'arguments_ready',
  'validation_failed',
  'pre_hooks_running',
  'awaiting_approval',
  'approved',
  'denied',
  'queued',
  'running',
  'needs_input',
  'partial_result',
  'post_hooks_running',
  'succeeded',
  'failed',
  'canceled',
  'timed_out',
  'blocked',
] as const
export type InvocationStatus = (typeof INVOCATION_STATUSES)[number]

export const RESULT_STATUSES = [
  'succeeded',
  'partial_succeeded',
  'failed',
  'denied',
  'rejected',
  'redacted',
  'too_large',
  'canceled',
  'timed_out',
  'synthetic_error',
  'discarded',
] as const
export type ResultStatus = (typeof RESULT_STATUSES)[number]

export const ERROR_CLASSES = [
  'unknown_tool',
  'invalid_arguments',
  'schema_validation_failed',
  'schema_not_loaded',
  'permission_denied',
  'approval_rejected',
  'policy_blocked',
  'hook_blocked',
  'capability_gap',
  'setup_required',
  'credential_missing',
  'sandbox_violation',
  'timeout',
  'rate_limited',
  'dependency_unavailable',
  'execution_failed',
  'partial_failure',
  'result_too_large',
  'result_redacted',
  'sibling_canceled',
  'streaming_fallback_discarded',
  'canceled',
] as const
export type ErrorClass = (typeof ERROR_CLASSES)[number]

export const BLOCK_REASONS = [
  'policy_blocked',
  'credential_missing',
  'setup_required',
  'model_unsupported',
  'recursive_tool_forbidden',
  'role_not_allowed',
  'feature_disabled',
  'deferred_until_discovered',
] as const
export type BlockReason = (typeof BLOCK_REASONS)[number]

export const TOOL_KINDS = [
  'function',
  'mcp_tool',
  'openapi_operation',
  'native_tool',
  'browser_action',
  'shell_command',
  'code_execution',
  'file_operation',
  'web_search',
  'retrieval',
  'model_task',
  'skill_tool',
  'peer_agent_tool',
  'policy_check',
  'artifact_operation',
  'evidence_export',
  'custom',
] as const
export type ToolKind = (typeof TOOL_KINDS)[number]

export const LIFECYCLES = [
  'draft',
  'available',
  'disabled',
  'requires_setup',
  'deferred',
  'deprecated',
  'retired',
] as const
export type Lifecycle = (typeof LIFECYCLES)[number]

export const SURFACE_SCOPES = [
  'turn',
  'task',
  'session',
  'tenant',
  'skill',
  'peer_agent',
  'workspace',
  'role',
  'model_request',
] as const
export type SurfaceScope = (typeof SURFACE_SCOPES)[number]

export const SIBLING_FAILURE_POLICIES = ['ignore', 'cancel_siblings', 'cancel_dependent'] as const
export type SiblingFailurePolicy = (typeof SIBLING_FAILURE_POLICIES)[number]

export const ABORT_REASONS = [
  'user_interruption',
  'sibling_error',
  'timeout',
  'streaming_fallback',
  'runtime_shutdown',
] as const
export type AbortReason = (typeof ABORT_REASONS)[number]

/** Our own: whether anything may have changed. */
export const SIDE_EFFECTS = ['none', 'possible', 'completed'] as const
export type SideEffects = (typeof SIDE_EFFECTS)[number]

export const PERSISTENCE_STRATEGIES = [
  'inline',
  'preview_and_persist',
  'ref_only',
  'redact',
  'drop_with_reason',
  'never_persist',
] as const
export type PersistenceStrategy = (typeof PERSISTENCE_STRATEGIES)[number]

export const REASON_TYPES = [
  'rule',
  'mode',
  'policy',
  'hook',
  'classifier',
  'working_dir',
  'sandbox_override',
  'safety_check',
  'permission_prompt_tool',
  'async_agent',
  'subcommand_results',
  'other',
] as const
export type ReasonType = (typeof REASON_TYPES)[number]

export const MUTATION_SOURCES = ['hook', 'permission_prompt', 'adapter', 'migration', 'runtime'] as const
export type MutationSource = (typeof MUTATION_SOURCES)[number]

export const EVENT_TYPES = [
  'tool.declared',
  'tool.surface.created',
  'tool.surface.updated',
  'tool.deferred.discovered',
  'tool.deferred.loaded',
  'tool.invocation.planned',
  'tool.invocation.selected',
  'tool.invocation.arguments_ready',
  'tool.invocation.validation_failed',
  'tool.hook.pre.started',
  'tool.hook.pre.completed',
  'tool.permission.requested',
  'tool.permission.decided',
  'tool.invocation.queued',
  'tool.invocation.started',
  'tool.invocation.progress',
  'tool.invocation.partial_result',
  'tool.hook.post.started',
  'tool.hook.post.completed',
  'tool.result.persisted',
  'tool.invocation.yielded',
  'tool.invocation.succeeded',
  'tool.invocation.failed',
  'tool.invocation.canceled',
  'tool.invocation.timed_out',
  'tool.result.created',
  'tool.result.redacted',
  // Our own.
  'tool.input.mutated',
  'tool.prime.started',
  'tool.prime.completed',
] as const
export type EventType = (typeof EVENT_TYPES)[number]
