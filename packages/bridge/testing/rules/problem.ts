/** Why a provider would refuse a tool. */
export interface Problem {
  /** The compiled name; empty if the problem is about the request. */
  tool: string
  rule: string
  /** Where in the schema, as a JSON pointer. */
  at: string
  found: unknown
}

export type Report = (tool: string, rule: string, at: string, found: unknown) => void
