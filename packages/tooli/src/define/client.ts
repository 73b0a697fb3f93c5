/**
 * The MCP client, and what a command can ask of it. Simultaneous questions are sent together, each under its own name.
 * Other surfaces have no client, and every question fails.
 */
export interface Client {
  readonly can: { readonly [what in ClientAbility]: boolean }
  /** Asks its user to fill in a form: the properties of a flat JSON Schema. */
  elicit(name: string, form: { message: string; schema: object }): Promise<Elicited>
  /** Asks its model. */
  sample(name: string, request: SamplingRequest): Promise<Sampled>
  /** The folders its user works in. */
  roots(name: string): Promise<readonly { uri: string; name?: string }[]>
}

export type ClientAbility = 'elicit' | 'sample' | 'roots'

export interface Elicited {
  action: 'accept' | 'decline' | 'cancel'
  content: Readonly<Record<string, unknown>>
}

export interface SamplingRequest {
  messages: readonly { role: 'user' | 'assistant'; content: unknown }[]
  maxTokens: number
  systemPrompt?: string
  [option: string]: unknown
}

export interface Sampled {
  role: string
  content: unknown
  model?: string
  [field: string]: unknown
}
