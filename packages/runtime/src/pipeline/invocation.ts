import { randomUUID } from 'node:crypto'
import type { EventStream } from '../events/stream.js'
import type { InvocationSpan } from '../events/telemetry.js'
import type { HookVote } from '../permission/decide.js'
import type { JudgedInput } from '../permission/judge-call.js'
import { recordOf } from '../facts/settle.js'
import type { FactsRecord, InvocationRecord, MutationRecord, PermissionRecord } from '../records/records.js'
import {
  SCHEMA_VERSION,
  type AbortReason,
  type EventType,
  type InvocationStatus,
  type MutationSource,
} from '../records/vocabulary.js'
import type { Ticket } from '../schedule/scheduler.js'
import { CallEnded, type EndingCode } from '../state/ending.js'
import { isLegal, isTerminal } from '../state/transitions.js'
import type { ToolSurface } from '../surface/surface.js'
import type { RuntimeTool } from '../tool/tool.js'
import { digestOf } from '../values/canonical.js'
import { changedFields, frozenCopy } from '../values/frozen.js'
import { masked } from '../values/masked.js'
import { patternOf, sensitiveTexts, withoutMatches, type SensitivePattern } from '../values/sensitive.js'

/** A call as a model made it. */
export interface ModelCall {
  /** The provider's id of the call. */
  id: string
  name: string
  input: unknown
  /** Ids of earlier calls of the batch that must end first. */
  dependsOn?: readonly string[]
}

/** The four inputs. Each is a frozen value, and each change creates a new one. */
export interface CallInputs {
  model: unknown
  observable?: unknown
  permission?: unknown
  call?: unknown
}

type InputName = keyof CallInputs

/** One call, from the model's request to its result. */
export class Invocation {
  readonly id = `inv_${randomUUID()}`
  status: InvocationStatus = 'planned'
  readonly inputs: CallInputs = { model: undefined }
  readonly #digests = new Map<InputName, string>()
  readonly #transitions: InvocationRecord['status_transitions'] = []
  readonly #createdAt: string
  readonly mutations: MutationRecord[] = []
  readonly decisions: PermissionRecord[] = []
  readonly votes: HookVote[] = []
  readonly #context: string[] = []
  /** Calls that must end first. */
  readonly dependencies: Promise<unknown>[] = []
  tool: RuntimeTool | undefined
  judged: JudgedInput | undefined
  span: InvocationSpan | undefined
  /** Why the model's input cannot be recorded. */
  unreadable: string | undefined
  hasStarted = false
  #startedAt: string | undefined
  /** The execution, if it still runs after the result was returned. */
  stuck: Promise<unknown> | undefined
  /** Finds the values of the sensitive fields of all inputs; undefined until it is needed. */
  #sensitive: { pattern: SensitivePattern | undefined } | undefined
  readonly #controller = new AbortController()

  constructor(
    readonly call: ModelCall,
    readonly surface: ToolSurface,
    readonly ticket: Ticket,
    readonly actor: string | undefined,
    readonly events: EventStream,
    readonly now: () => number,
    /** Removes secrets from a text. */
    readonly redact: (text: string) => string,
  ) {
    this.#createdAt = this.#time()
    this.#transitions.push({ status: 'planned', at: this.#createdAt })
    try {
      this.set('model', frozenCopy(call.input))
    } catch (error) {
      this.unreadable = (error as Error).message
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The input for the next phase. */
  get current(): unknown {
    const { call, permission, observable, model } = this.inputs
    return call ?? permission ?? observable ?? model
  }

  get digest(): string {
    return digestOf(this.current)
  }

  set(name: InputName, value: unknown): void {
    this.inputs[name] = value
    this.#sensitive = undefined
    this.#digests.set(name, digestOf(value))
  }

  advance(to: InvocationStatus): void {
    if (!isLegal(this.status, to)) throw new Error(`a call cannot go from ${this.status} to ${to}`)
    this.status = to
    const at = this.#time()
    this.#transitions.push({ status: to, at })
    if (to === 'running') this.#startedAt ??= at
  }

  emit(type: EventType, data: Record<string, unknown> = {}): void {
    const subject = { id: this.id, toolId: this.tool?.id ?? '', traceparent: this.span?.traceparent }
    this.events.emit(type, subject, data)
  }

  /** Replaces an input and records the change. Returns whether anything changed. */
  rewrite(name: InputName, to: unknown, source: MutationSource, ref?: string): boolean {
    if (isTerminal(this.status)) throw new Error('the call has ended')
    const from = this.current
    const changed = changedFields(from, to)
    this.set(name, to)
    if (changed.length === 0) return false
    const internal = this.tool?.internal ?? []
    const isInternal = changed.some((pointer) => internal.includes(pointer.split('/')[1] ?? ''))
    const mutation: MutationRecord = {
      schema_version: SCHEMA_VERSION,
      mutation_id: `mut_${randomUUID()}`,
      invocation_id: this.id,
      source_type: source,
      ...(ref !== undefined && { source_ref: ref }),
      changed_fields: changed,
      from_input_ref: digestOf(from),
      to_input_ref: digestOf(to),
      ...(isInternal && { visibility: 'internal' }),
      created_at: this.#time(),
    }
    this.mutations.push(mutation)
    this.emit('tool.input.mutated', { ...mutation })
    return true
  }

  /** Stops the call if it has not begun or can be interrupted; otherwise only records the request. */
  cancel(reason: AbortReason): void {
    if (isTerminal(this.status) || this.signal.aborted || this.status === 'post_hooks_running') return
    const interrupt = this.tool?.interrupt ?? 'block'
    if (this.hasStarted) {
      const fact = { status: 'cancel_requested', interrupt_behavior: interrupt, abort_reason: reason }
      this.emit('tool.invocation.progress', fact)
      if (interrupt === 'block') return
    }
    this.abort(reason)
  }

  abort(reason: AbortReason): void {
    this.#controller.abort(cancellation(reason))
  }

  /** Texts for the model, in addition to the result. */
  get context(): readonly string[] {
    return this.#context
  }

  addContext(text: string): void {
    this.#context.push(this.clean(text))
  }

  /** Removes secrets and the values of sensitive fields from a text that is shown or stored. */
  clean(text: string): string {
    return withoutMatches(this.redact(text), this.#sensitivePattern())
  }

  #sensitivePattern(): SensitivePattern | undefined {
    const { sensitive = [] } = this.tool ?? {}
    if (sensitive.length === 0) return undefined
    if (this.#sensitive === undefined) {
      const texts = sensitiveTexts(Object.values(this.inputs), sensitive)
      // The redactor may have changed a part of the value.
      this.#sensitive = { pattern: patternOf([...texts, ...texts.map((text) => this.redact(text))]) }
    }
    return this.#sensitive.pattern
  }

  mask(value: unknown): unknown {
    return masked(value, this.tool?.sensitive ?? [], (text) => this.clean(text))
  }

  record(): InvocationRecord {
    const { model, observable, permission, call } = this.inputs
    // The sensitive fields of an unknown tool are not known.
    const shown = (value: unknown) => (this.tool === undefined ? null : this.mask(value))
    const ended = isTerminal(this.status) ? this.#transitions.at(-1)!.at : undefined
    return {
      schema_version: SCHEMA_VERSION,
      invocation_id: this.id,
      tool_id: this.tool?.id ?? '',
      status: this.status,
      created_at: this.#createdAt,
      native_call_id: this.call.id,
      surface_id: this.surface.id,
      model_input: shown(model),
      ...(observable !== undefined && { observable_input: shown(observable) }),
      ...(permission !== undefined && { permission_input: shown(permission) }),
      ...(call !== undefined && { call_input: shown(call) }),
      input_digests: Object.fromEntries([...this.#digests].map(([name, digest]) => [`${name}_input`, digest])),
      ...(this.actor !== undefined && { actor_ref: this.actor }),
      permission_decision_refs: this.decisions.map(({ decision_id }) => decision_id),
      mutations: [...this.mutations],
      // Resources have names from the input.
      ...(this.judged && { facts: this.mask(recordOf(this.judged.facts)) as FactsRecord }),
      status_transitions: [...this.#transitions],
      ...(this.#startedAt !== undefined && { started_at: this.#startedAt }),
      ...(ended !== undefined && { ended_at: ended }),
    }
  }

  #time(): string {
    return new Date(this.now()).toISOString()
  }
}

export function cancellation(reason: AbortReason): CallEnded {
  return new CallEnded(ENDED_BY[reason], SAID[reason], { abortReason: reason })
}

const ENDED_BY: Readonly<Record<AbortReason, EndingCode>> = {
  user_interruption: 'canceled',
  sibling_error: 'sibling_canceled',
  timeout: 'timeout',
  streaming_fallback: 'streaming_fallback_discarded',
  runtime_shutdown: 'canceled',
}

const SAID: Readonly<Record<AbortReason, string>> = {
  user_interruption: 'The call was cancelled.',
  sibling_error: 'The call was cancelled because another call of the same batch failed.',
  timeout: 'The call took too long.',
  streaming_fallback: 'The model withdrew the call.',
  runtime_shutdown: 'The call was cancelled because the host is shutting down.',
}
