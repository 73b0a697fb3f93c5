import { CODES, EXIT, ToolError } from '../errors/error.js'

/**
 * The program that calls over MCP, and what it can be asked for while a command runs. Questions asked at the same time
 * go out together, each under its own name. On other surfaces there is no such program, and every question fails.
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

/** What goes out in questions is masked like everything else. */
export function maskedClient(client: Client, mask: (value: unknown) => unknown): Client {
  return {
    can: client.can,
    elicit: (name, form) => client.elicit(name, mask(form) as typeof form),
    sample: (name, request) => client.sample(name, mask(request) as typeof request),
    roots: (name) => client.roots(name),
  }
}

/** Nobody is there to be asked: a command line, a program. */
export const noClient: Client = {
  can: { elicit: false, sample: false, roots: false },
  elicit: async () => refuse('elicit'),
  sample: async () => refuse('sample'),
  roots: async () => refuse('roots'),
}

function refuse(what: ClientAbility): never {
  throw clientCannot(what)
}

const WORDS: Record<ClientAbility, string> = {
  elicit: 'ask its user (elicitation)',
  sample: 'ask its model (sampling)',
  roots: 'tell its folders (roots)',
}

export function clientCannot(what: ClientAbility): ToolError {
  const message = `this needs a caller that can ${WORDS[what]}, over MCP; this one cannot`
  return new ToolError(CODES.clientCannot, message, { exitCode: EXIT.unavailable, details: { ability: what } })
}
