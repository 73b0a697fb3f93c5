/**
 * The records of the Agent Tool draft, as this runtime writes them: with the draft's names, and stricter than its
 * schemas.
 */
import type {
  AbortReason,
  BlockReason,
  ErrorClass,
  InvocationStatus,
  MutationSource,
  PersistenceStrategy,
  ReasonType,
  ResultStatus,
  SideEffects,
  SurfaceScope,
} from './vocabulary.js'

export interface InvocationRecord {
  schema_version: string
  invocation_id: string
  tool_id: string
  status: InvocationStatus
  created_at: string
  native_call_id: string
  surface_id: string
  model_input: unknown
  observable_input?: unknown
  permission_input?: unknown
  call_input?: unknown
  /** The digest of each input, by the name of its field. */
  input_digests: Record<string, string>
  actor_ref?: string
  permission_decision_refs: string[]
  mutations: MutationRecord[]
  facts?: FactsRecord
  status_transitions: { status: InvocationStatus; at: string }[]
  started_at?: string
  ended_at?: string
}

/** The effects of a call; `inferred` lists the facts that were not declared and have their unsafe value. */
export interface FactsRecord {
  is_read_only: boolean
  is_destructive: boolean
  is_open_world: boolean
  is_concurrency_safe: boolean
  requires_user_interaction: boolean
  resource_locks: { key: string; access: 'read' | 'write' }[]
  inferred: string[]
}

export interface MutationRecord {
  schema_version: string
  mutation_id: string
  invocation_id: string
  source_type: MutationSource
  source_ref?: string
  changed_fields: string[]
  from_input_ref: string
  to_input_ref: string
  /** Set if a field was changed that models may not see. */
  visibility?: 'internal'
  created_at: string
}

export interface PermissionRecord {
  schema_version: string
  decision_id: string
  invocation_id: string
  behavior: 'allow' | 'ask' | 'deny'
  decided_at: string
  mode: string
  source: string
  reason: { type: ReasonType; message: string; rule_ref?: string }
  /** The input that was decided about, and the policies in force. */
  input_digest: string
  policy_epoch: number
  user_modified?: boolean
  approval_id?: string
  accept_feedback?: string
  expires_at?: string
}

export interface ErrorRecord {
  error_code: string
  error_class: ErrorClass
  message: string
  recoverability: Recoverability
  /** In seconds. */
  retry_after?: number
}

export type Recoverability =
  | 'retry'
  | 'change_arguments'
  | 'change_arguments_or_policy'
  | 'discover_first'
  | 'ask_again'
  | 'set_up'
  | 'check_state_first'

export interface TextBlock {
  type: 'text'
  text: string
}

export interface ResultRecord {
  schema_version: string
  result_id: string
  invocation_id: string
  tool_id: string
  native_call_id: string
  status: ResultStatus
  is_error: boolean
  created_at: string
  content: TextBlock[]
  /** The content for the model; never empty. */
  model_facing_content: TextBlock[]
  structured_content?: unknown
  ui_facing_summary?: string
  transcript_search_text?: string
  persistence?: PersistenceRecord
  redaction_state: 'none' | 'redacted'
  error?: ErrorRecord
  side_effects: SideEffects
  /** The runtime made this result, because the tool returned none. */
  synthetic?: true
  /** The call succeeded without output. */
  empty?: true
  abort_reason?: AbortReason
  additional_context?: string[]
}

export interface PersistenceRecord {
  schema_version: string
  decision_id: string
  invocation_id: string
  strategy: PersistenceStrategy
  created_at: string
  threshold: number
  original_size_bytes: number
  preview_size_bytes?: number
  persisted_ref?: { uri: string; media_type: string; digest: string }
  reason?: string
}

export interface SurfaceRecord {
  schema_version: string
  surface_id: string
  scope: SurfaceScope
  created_at: string
  loaded_tools: string[]
  deferred_tools: DeferredToolRef[]
  blocked_tools: BlockedToolRef[]
}

export interface DeferredToolRef {
  schema_version: string
  tool_id: string
  name: string
  namespace: string
  search_hint?: string
  loading_state: 'loaded' | 'deferred' | 'pending_provider'
}

export interface BlockedToolRef {
  tool_id: string
  name: string
  reason: BlockReason
  message: string
}

export interface ToolSearchRecord {
  query: string
  query_type: 'select' | 'keyword'
  matches: DeferredToolRef[]
  total_deferred_tools: number
  pending_providers: string[]
  missing_names: string[]
  next_action: 'call' | 'change_query' | 'retry_when_provider_ready'
}

/** One run of a hook. */
export interface HookRecord {
  schema_version: string
  hook_id: string
  hook_event: string
  invocation_id: string
  tool_id: string
  outputs: string[]
  permission_result?: 'allow' | 'ask' | 'deny'
  started_at: string
  ended_at: string
  error?: string
}
