/** A call by the model, of the tool with this name. */
export interface ScriptedCall {
  tool: string
  /** The namespace of the tool, if the protocol has namespaces. */
  namespace?: string
  input: Record<string, unknown>
}

/** Reads and writes the protocol of one provider. */
export interface ModelDialect {
  /** Whether a request to this path asks the model for an answer. */
  answers(path: string): boolean
  /** The offered tools, and the results of the calls so far. */
  read(body: WireObject): { tools: string[]; results: string[] }
  /** The answer, as one document. */
  write(turn: ModelTurn, body: WireObject): object
  /** The same as events of a stream. */
  stream(turn: ModelTurn, body: WireObject): ServerEvent[]
  isStream(path: string, body: WireObject): boolean
}

/** A JSON object, not validated. */
export type WireObject = Record<string, unknown>
export type ModelTurn = { call: ScriptedCall; number: number } | { text: string; number: number }

export interface ServerEvent {
  event?: string
  data: unknown
}
