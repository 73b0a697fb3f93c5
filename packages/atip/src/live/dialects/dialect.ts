/** A call that the model makes: of the tool whose name is this. */
export interface ScriptedCall {
  tool: string
  /** The group of tools it is in, where the protocol has such. */
  namespace?: string
  input: Record<string, unknown>
}

/** How one provider's protocol is read and written. */
export interface ModelDialect {
  /** Whether a request to this path is one for an answer of the model. */
  answers(path: string): boolean
  /** The tools that were offered, and what came back from the calls made so far. */
  read(body: WireObject): { tools: string[]; results: string[] }
  /** The answer, as one document. */
  write(turn: ModelTurn, body: WireObject): object
  /** The same as events of a stream. */
  stream(turn: ModelTurn, body: WireObject): ServerEvent[]
  isStream(path: string, body: WireObject): boolean
}

/** A JSON object, as it comes. */
export type WireObject = Record<string, unknown>
export type ModelTurn = { call: ScriptedCall; number: number } | { text: string; number: number }

export interface ServerEvent {
  event?: string
  data: unknown
}
