import type { AtipTool } from '@atip/protocol'
import type { Lifecycle, ToolKind } from '../records/vocabulary.js'
import type { CallResource } from '../schedule/resource.js'

export type JsonSchemaObject = Record<string, unknown>

/** The folders of a call. */
export interface CallPlaces {
  cwd: string
  home: string
}

/** The declared facts of a call. Missing ones are unknown, and unknown is not safe. */
export interface DeclaredFacts {
  readOnly?: boolean
  destructive?: boolean
  /** It reaches other machines. */
  openWorld?: boolean
  reversible?: boolean
  idempotent?: boolean
  billable?: boolean
  requiresUserInteraction?: boolean
  /** It may run in parallel with calls that use other resources. */
  concurrencySafe?: boolean
  /** The resources that it reads and changes. A `path:` may be relative and contain links. */
  footprint?: readonly CallResource[]
}

/** The context of an execution, besides its input. */
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

/** A tool that a model can call. The input of all functions is a frozen value that matches the schema. */
export interface RuntimeTool {
  /** Unique, and used in rules: `fs.edit`. */
  id: string
  namespace: string
  /** The name for models. */
  name: string
  aliases?: readonly string[]
  title?: string
  description: string
  /** A few words for the search. */
  searchHint?: string
  kind?: ToolKind
  lifecycle?: Lifecycle
  /** Whether its claims are trusted. Those of untrusted tools can only make a call look worse. */
  trust?: 'trusted' | 'untrusted'
  /** The provider that is primed and rate limited for it. */
  provider?: string
  /** Its names in other protocols, for the records. */
  native?: Readonly<Record<string, unknown>>
  /** The JSON Schema for input from models. */
  input: JsonSchemaObject
  /** The same, with fields that only hooks and people set. */
  runtimeInput?: JsonSchemaObject
  output?: JsonSchemaObject
  /** Fields whose values are removed from records. */
  sensitive?: readonly string[]
  /** Fields of `runtimeInput` that models must not set. */
  internal?: readonly string[]
  /** Must be pure and synchronous. */
  facts?(input: never, places: CallPlaces): DeclaredFacts
  /** For a tool that runs commands: the shell line of this call. The guard judges it, and `facts` is not used. */
  line?(input: never, places: CallPlaces): string
  /** A description of the program that `line` runs; used if the runtime's lookup has none. */
  metadata?: AtipTool
  /** Problems with values that a schema cannot express. Has no side effects. */
  validate?(input: never, places: CallPlaces): readonly string[] | Promise<readonly string[]>
  /** A normalised copy for hooks and people, for example with absolute paths. */
  observe?(input: never, places: CallPlaces): unknown
  execute(input: never, context: ExecutionContext): unknown
  toModel?(output: never): string
  toUi?(output: never): string
  toSearchText?(output: never): string
  timeoutMs?: number
  /** If the call is cancelled while it runs: abort it, or let it end. Default `block`. */
  interrupt?: 'cancel' | 'block'
  maxInlineChars?: number
  persistence?: 'auto' | 'never_persist'
}
