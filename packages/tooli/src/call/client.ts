import type { Client, ClientAbility } from '../define/client.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'

/** Masks secrets in questions to the client, as in all other output. */
export function maskedClient(client: Client, mask: (value: unknown) => unknown): Client {
  return {
    can: client.can,
    elicit: (name, form) => client.elicit(name, mask(form) as typeof form),
    sample: (name, request) => client.sample(name, mask(request) as typeof request),
    roots: (name) => client.roots(name),
  }
}

/** For surfaces without an MCP client: a command line, a call in this process. */
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
