/** Why a provider would refuse a tool. */
export interface Problem {
  /** The compiled name; empty for what concerns the request. */
  tool: string
  rule: string
  /** Where in the schema, as a JSON pointer. */
  at: string
  found: unknown
}

export type Report = (tool: string, rule: string, at: string, found: unknown) => void
