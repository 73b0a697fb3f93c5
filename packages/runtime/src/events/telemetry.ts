/** The subset of `@opentelemetry/api` that is used. Pass the module itself: it is an optional peer dependency. */
export interface TelemetryApi {
  trace: {
    getTracer(name: string): TelemetryTracer
    setSpan(context: never, span: never): unknown
  }
  context: { active(): unknown }
}

interface TelemetryTracer {
  startSpan(name: string, options?: { kind?: number; attributes?: Record<string, string> }, context?: never): unknown
}

interface Span {
  setAttribute(name: string, value: string): unknown
  setStatus(status: { code: number; message?: string }): unknown
  spanContext(): { traceId: string; spanId: string; traceFlags: number }
  end(): void
}

/** All names of the semantic conventions, which are still in development. */
const NAMES = {
  invocation: 'agenttool.invocation',
  execution: 'execute_tool',
  toolId: 'agenttool.tool.id',
  invocationId: 'agenttool.invocation.id',
  status: 'agenttool.result.status',
  sideEffects: 'agenttool.result.side_effects',
  error: 'error.type',
  operation: 'gen_ai.operation.name',
  toolName: 'gen_ai.tool.name',
  callId: 'gen_ai.tool.call.id',
  toolType: 'gen_ai.tool.type',
  description: 'gen_ai.tool.description',
} as const

const INTERNAL = 0
const ERROR = 2

export interface SpannedCall {
  invocationId: string
  name: string
  callId: string
}

export interface SpannedTool {
  id: string
  name: string
  description: string
}

/**
 * The spans of one call: one for the whole call, and a child while the tool runs. They contain no arguments or results.
 */
export interface InvocationSpan {
  /** Of the execution, or of the whole call before it. */
  readonly traceparent: string | undefined
  startExecution(tool: SpannedTool): void
  endExecution(error: string | undefined): void
  end(outcome: { toolId: string; status: string; sideEffects: string; error: string | undefined }): void
}

export interface Telemetry {
  start(call: SpannedCall, parent: InvocationSpan | undefined): InvocationSpan | undefined
}

export function createTelemetry(api: TelemetryApi | undefined): Telemetry {
  if (api === undefined) return { start: () => undefined }
  const tracer = api.trace.getTracer('@atip/runtime')
  return {
    start: (call, parent) => new Spans(api, tracer, call, parent instanceof Spans ? parent.current : undefined),
  }
}

class Spans implements InvocationSpan {
  readonly #outer: Span
  #inner: Span | undefined

  constructor(
    readonly api: TelemetryApi,
    readonly tracer: TelemetryTracer,
    readonly call: SpannedCall,
    parent: Span | undefined,
  ) {
    const attributes = { [NAMES.invocationId]: call.invocationId, [NAMES.callId]: call.callId }
    this.#outer = this.#start(NAMES.invocation, call.name, attributes, parent)
  }

  get current(): Span {
    return this.#inner ?? this.#outer
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.current.spanContext()
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  }

  startExecution({ name, description }: SpannedTool): void {
    const attributes = {
      [NAMES.operation]: NAMES.execution,
      [NAMES.toolName]: name,
      [NAMES.callId]: this.call.callId,
      [NAMES.toolType]: 'function',
      [NAMES.description]: description,
    }
    this.#inner = this.#start(NAMES.execution, name, attributes, this.#outer)
  }

  endExecution(error: string | undefined): void {
    if (this.#inner !== undefined) finish(this.#inner, error)
    this.#inner = undefined
  }

  end({ toolId, status, sideEffects, error }: Parameters<InvocationSpan['end']>[0]): void {
    this.endExecution(error)
    if (toolId !== '') this.#outer.setAttribute(NAMES.toolId, toolId)
    this.#outer.setAttribute(NAMES.status, status)
    this.#outer.setAttribute(NAMES.sideEffects, sideEffects)
    finish(this.#outer, error)
  }

  #start(kind: string, name: string, attributes: Record<string, string>, parent: Span | undefined): Span {
    const { trace, context } = this.api
    const above = context.active()
    const inside = parent === undefined ? above : trace.setSpan(above as never, parent as never)
    return this.tracer.startSpan(`${kind} ${name}`, { kind: INTERNAL, attributes }, inside as never) as Span
  }
}

function finish(span: Span, error: string | undefined): void {
  if (error !== undefined) {
    span.setAttribute(NAMES.error, error)
    span.setStatus({ code: ERROR })
  }
  span.end()
}
