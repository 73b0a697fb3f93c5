import type { AtipTool } from '@atip/protocol'
import type { Lifecycle, ToolKind } from '../records/vocabulary.js'
import type { CallResource } from '../schedule/resource.js'

export type JsonSchemaObject = Record<string, unknown>

/** Where a call would take place. */
export interface CallPlaces {
  cwd: string
  home: string
}

/** What a call does, as far as its describer says. What is left out is unknown, and unknown is not safe. */
export interface DeclaredFacts {
  readOnly?: boolean
  destructive?: boolean
  /** It reaches other machines. */
  openWorld?: boolean
  reversible?: boolean
  idempotent?: boolean
  billable?: boolean
  requiresUserInteraction?: boolean
  /** It may run beside calls that touch other resources. */
  concurrencySafe?: boolean
  /** What it reads and changes. `path:` may be relative, and through links. */
  footprint?: readonly CallResource[]
}

/** What an executor gets beside its input. */
export interface ExecutionContext {
  /** Aborted when the call is cancelled or out of time. */
  signal: AbortSignal
  progress(fact: { message?: string; percent?: number; [more: string]: unknown }): void
  invocationId: string
  sessionId: string
  cwd: string
  home: string
  /** W3C trace context of this execution, for the `TRACEPARENT` of a process. */
  traceparent?: string
}

/** A tool that a model can call. The input of all functions is a frozen value that fits the schema. */
export interface RuntimeTool {
  /** Unique, and the name by which rules speak of it: `fs.edit`. */
  id: string
  namespace: string
  /** What the model calls it. */
  name: string
  aliases?: readonly string[]
  title?: string
  description: string
  /** A few words by which it is found. */
  searchHint?: string
  kind?: ToolKind
  lifecycle?: Lifecycle
  /** Of what the tool says about itself. Claims of untrusted tools can only make a call look worse. */
  trust?: 'trusted' | 'untrusted'
  /** The provider that is primed and rate limited for it. */
  provider?: string
  /** Its names in other protocols, kept in records. */
  native?: Readonly<Record<string, unknown>>
  /** JSON Schema of what models send. */
  input: JsonSchemaObject
  /** The same with fields that only hooks and people set. */
  runtimeInput?: JsonSchemaObject
  output?: JsonSchemaObject
  /** Fields whose values appear in no record. */
  sensitive?: readonly string[]
  /** Fields of `runtimeInput` that models must not set. */
  internal?: readonly string[]
  /** Pure and synchronous. */
  facts?(input: never, places: CallPlaces): DeclaredFacts
  /** For a tool that runs commands: the shell line of this call. The guard judges it, and `facts` is not used. */
  line?(input: never, places: CallPlaces): string
  /** A description of the program that `line` runs; used where the runtime's own lookup knows nothing about it. */
  metadata?: AtipTool
  /** Problems with values that a schema cannot express. Changes nothing. */
  validate?(input: never, places: CallPlaces): readonly string[] | Promise<readonly string[]>
  /** A copy with absolute paths and the like, for hooks and people. */
  observe?(input: never, places: CallPlaces): unknown
  execute(input: never, context: ExecutionContext): unknown
  toModel?(output: never): string
  toUi?(output: never): string
  toSearchText?(output: never): string
  timeoutMs?: number
  /** When the call is cancelled while it runs: abort it, or let it end. Default `block`. */
  interrupt?: 'cancel' | 'block'
  maxInlineChars?: number
  persistence?: 'auto' | 'never_persist'
}
