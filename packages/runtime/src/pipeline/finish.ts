import { randomUUID } from 'node:crypto'
import { AuditUnavailable } from '../events/stream.js'
import type { ErrorRecord, ResultRecord, TextBlock } from '../records/records.js'
import { copyWithoutSecrets } from '../redact/cleaner.js'
import { SCHEMA_VERSION, type EventType, type InvocationStatus, type SideEffects } from '../records/vocabulary.js'
import { CallEnded, ENDINGS } from '../state/ending.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'
import { persist } from './persist.js'

/** The result for a tool's output, which is converted to text exactly once. */
export function resultOf(call: Invocation, parts: RuntimeParts, output: unknown): ResultRecord {
  const { tool } = call
  const mapped = textsOf(call, output)
  const { text, isRedacted, persistence } = persist(call, parts, mapped.model)
  const isWhole = persistence.strategy === 'inline' && !isRedacted
  const structured = isWhole && isStructured(output) ? withoutSecrets(output, parts) : undefined
  const isWithheld = isWhole && isStructured(output) && structured === undefined
  const isEmpty = text === ''
  return {
    ...headOf(call, parts),
    status: 'succeeded',
    is_error: false,
    content: isEmpty ? [] : [block(text)],
    model_facing_content: withContext(isEmpty ? `(${tool!.name} completed with no output)` : text, call),
    ...(structured !== undefined && { structured_content: structured }),
    ...(mapped.ui !== undefined && { ui_facing_summary: call.clean(mapped.ui) }),
    ...(mapped.search !== undefined && { transcript_search_text: call.clean(mapped.search) }),
    persistence,
    redaction_state: isRedacted || isWithheld ? 'redacted' : 'none',
    side_effects: call.judged!.facts.readOnly ? 'none' : 'completed',
    ...(isEmpty && { empty: true }),
  }
}

function textsOf(call: Invocation, output: unknown) {
  const { tool } = call
  try {
    const model = tool!.toModel?.(output as never) ?? asText(output)
    return {
      model: String(model).toWellFormed(),
      ui: tool!.toUi?.(output as never),
      search: tool!.toSearchText?.(output as never),
    }
  } catch (error) {
    throw new CallEnded('result_mapping_failed', `The result could not be shown: ${(error as Error).message}.`)
  }
}

function asText(output: unknown): string {
  if (output === undefined || output === null) return ''
  return typeof output === 'string' ? output : JSON.stringify(output)
}

function isStructured(output: unknown): boolean {
  return typeof output === 'object' && output !== null
}

function withoutSecrets(output: unknown, { redact }: RuntimeParts): unknown {
  return redact === undefined ? output : copyWithoutSecrets(output, redact)
}

/** The content for the model, as one text. */
export function textForModel({ model_facing_content }: ResultRecord): string {
  return model_facing_content.map(({ text }) => text).join('\n\n')
}

/** The result of a call that did not succeed. */
export function failureOf(call: Invocation, parts: RuntimeParts, ended: CallEnded): ResultRecord {
  const { result, class: kind, recoverability } = ENDINGS[ended.code]
  const { retryAfter, abortReason, errorClass = kind, errorCode = ended.code } = ended.details
  const sideEffects = sideEffectsOf(call, ended)
  const text = call.clean(ended.message)
  const { output } = ended.details
  const structured = text === ended.message ? withoutSecrets(output, parts) : undefined
  const isRedacted = text !== ended.message || (output !== undefined && structured === undefined)
  const error: ErrorRecord = {
    error_code: errorCode,
    error_class: errorClass,
    message: text,
    recoverability: sideEffects === 'none' && recoverability === 'check_state_first' ? 'retry' : recoverability,
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
  }
  const hasRun = call.hasStarted && ended.details.didNotRun !== true
  const notes = hasRun ? (sideEffects === 'none' ? [] : [HAD_STARTED]) : [DID_NOT_RUN]
  const content = [text, ...notes].join('\n')
  return {
    ...headOf(call, parts),
    status: result,
    is_error: true,
    content: [block(content)],
    model_facing_content: withContext(content, call),
    ...(structured !== undefined && { structured_content: structured }),
    redaction_state: isRedacted ? 'redacted' : 'none',
    error,
    side_effects: sideEffects,
    ...(ended.code !== 'execution_failed' && { synthetic: true }),
    ...(abortReason !== undefined && { abort_reason: abortReason }),
  }
}

const DID_NOT_RUN = 'The call did not run; nothing changed.'
const HAD_STARTED = 'The call had started: its side effects may have happened and were not rolled back.'

/** An interrupted call may have had any effect, even if it is declared to only read. */
function sideEffectsOf({ hasStarted, judged }: Invocation, { code, details }: CallEnded): SideEffects {
  if (!hasStarted || details.didNotRun === true) return 'none'
  const isInterrupted = code === 'canceled' || code === 'sibling_canceled' || code === 'timeout'
  return judged!.facts.readOnly && !isInterrupted ? 'none' : 'possible'
}

function headOf(call: Invocation, { now }: RuntimeParts) {
  return {
    schema_version: SCHEMA_VERSION,
    result_id: `res_${randomUUID()}`,
    invocation_id: call.id,
    tool_id: call.tool?.id ?? '',
    native_call_id: call.call.id,
    created_at: new Date(now()).toISOString(),
    ...(call.context.length > 0 && { additional_context: [...call.context] }),
  }
}

function withContext(text: string, { context }: Invocation): TextBlock[] {
  return [text, ...context].map(block)
}

function block(text: string): TextBlock {
  return { type: 'text', text }
}

const ENDED: Partial<Record<InvocationStatus, EventType>> = {
  succeeded: 'tool.invocation.succeeded',
  failed: 'tool.invocation.failed',
  canceled: 'tool.invocation.canceled',
  timed_out: 'tool.invocation.timed_out',
}

/** Emits the last events of a call. If the log fails now, the result says so, because the call cannot be undone. */
export function announce(call: Invocation, result: ResultRecord): ResultRecord {
  try {
    const type = ENDED[call.status]
    if (type !== undefined) call.emit(type)
    call.emit('tool.result.created', { ...withoutContent(result), invocation: call.record() })
    return result
  } catch (failure) {
    const why = failure instanceof AuditUnavailable ? failure.message : 'the call could not be recorded'
    const text = `${why}: this result is not in the audit log.`
    return { ...result, additional_context: [...(result.additional_context ?? []), text] }
  }
}

/** The part of a result that is logged: no content, which may be long or private. */
function withoutContent({ error, ...result }: ResultRecord): Record<string, unknown> {
  const { result_id, native_call_id, status, is_error, side_effects, redaction_state } = result
  const { synthetic, empty, abort_reason, persistence } = result
  const kept = { result_id, native_call_id, status, is_error, side_effects, redaction_state }
  return { ...kept, synthetic, empty, abort_reason, persistence, error_class: error?.error_class }
}
