import { parseDuration, type Effects } from '@atip/protocol'
import { command } from '../callable/command.js'
import { foreignOf } from '../define/foreign.js'
import type { CliDefinition, Command, CommandMap, PrimeDefinition } from '../define/types.js'
import { t } from '../schema/t.js'
import { readPrimeRequest, type PrimeRequest } from './prime-request.js'
import { PRIME_REQUEST, PRIME_RESPONSE } from './prime-schema.js'

export { readPrimeRequest, type PrimeRequest } from './prime-request.js'

/** The tool's instructions for a session (Prime RFC 5.2). */
export interface PrimeResponse {
  version: string
  toolName: string
  session: { sessionId: string; expiresAt?: string }
  usageDirectives: { primaryIntents?: string[]; do?: string[]; dont?: string[] }
  capabilities?: Record<string, unknown>
  rateLimits?: Record<string, unknown>
  schema?: { preferredCommands?: string[]; deprecatedCommands?: string[] }
  examples?: { description: string; sequence: string[] }[]
  breakingChangeSince?: string
  minAgentVersion?: string
}

/** The version of the contract that this file fulfils (RFC 4.4). */
export const PRIME_VERSION = '1.0.0'

/** Milliseconds since 1970. */
export type Clock = () => number

/** The same request gets the same answer (RFC 4.2): only `expiresAt` depends on the clock, and no state is stored. */
export function primeResponse(cli: CliDefinition<CommandMap>, request: PrimeRequest, now: Clock): PrimeResponse {
  const prime: PrimeDefinition = cli.prime ?? {}
  const { capabilities, rateLimits, examples, breakingChangeSince, minAgentVersion } = prime
  const schema = given({ preferredCommands: prime.preferredCommands, deprecatedCommands: prime.deprecatedCommands })
  const response = given({
    version: PRIME_VERSION,
    toolName: prime.toolName ?? cli.name,
    session: given({ sessionId: request.sessionId, expiresAt: expiryOf(prime, now) }),
    usageDirectives: given({ primaryIntents: prime.primaryIntents, do: prime.do, dont: prime.dont }),
    capabilities,
    rateLimits,
    schema: Object.keys(schema).length > 0 ? schema : undefined,
    examples,
    breakingChangeSince,
    minAgentVersion,
  })
  // A copy, so that changing the response does not change the definition.
  return structuredClone(response) as PrimeResponse
}

function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}

function expiryOf({ expiresIn }: PrimeDefinition, now: Clock): string | undefined {
  if (expiresIn === undefined) return undefined
  const span = parseDuration(expiresIn)
  if (span === undefined) {
    throw new TypeError(`prime.expiresIn must look like 1h, 30m or 90s; found ${JSON.stringify(expiresIn)}`)
  }
  return new Date(now() + span.min).toISOString()
}

const DESCRIPTION =
  'Tell an agent how to use this tool. Mandatory for agents before any other call in a session; idempotent.'

const EFFECTS: Effects = {
  filesystem: { read: false, write: false, delete: false },
  network: false,
  subprocess: false,
  idempotent: true,
  reversible: true,
  destructive: false,
}

/** Marks a command whose result is printed without an envelope (RFC 6). */
export const BARE_OUTPUT: unique symbol = Symbol.for('tooli.bare-output')

export function printsBare(value: object): boolean {
  return (value as { [BARE_OUTPUT]?: unknown })[BARE_OUTPUT] === true
}

/** The built-in `prime` command. It prints its bare response. */
export function primeCommandDefinition(
  cli: CliDefinition<CommandMap>,
  now: Clock = Date.now,
  usual: Partial<Pick<PrimeRequest, 'agentId' | 'sessionId'>> = {},
): Command {
  const id = (key: 'agentId' | 'sessionId') => {
    const text = t.string(say(key))
    return usual[key] === undefined ? text : text.default(usual[key])
  }
  const say = (key: string) => PRIME_REQUEST.properties![key]!.description
  const prime = command({
    description: DESCRIPTION,
    options: t.object({
      agentId: id('agentId'),
      sessionId: id('sessionId'),
      capabilities: t.record(t.unknown(), say('capabilities')).optional(),
      locale: t.string(say('locale')).optional(),
      userRole: t.enum(['end_user', 'admin', 'system'], say('userRole')).default('end_user'),
      metadata: t.record(t.unknown(), say('metadata')).optional(),
    }),
    output: PRIME_RESPONSE,
    effects: EFFECTS,
    examples: [{ run: `${cli.name} prime --agent-id AGENT --session-id SESSION`, description: 'Begin a session' }],
    run: ({ options }) => ({ ...primeResponse(cli, readPrimeRequest(options, cli.name), now) }),
  })
  return Object.assign(prime, { [BARE_OUTPUT]: true }) as unknown as Command
}

/** For users who want to see what agents get: agents must identify themselves, or they are refused. */
export function primeForPeople(cli: CliDefinition<CommandMap>): Command {
  return primeCommandDefinition(cli, Date.now, { agentId: 'person', sessionId: 'terminal' })
}

/**
 * Whether the tool has the built-in `prime`. An author's own `prime` comes first, and a program with only one command
 * gets it only with directives, because the word could be an argument.
 */
export function offersPrime(cli: CliDefinition<CommandMap>): boolean {
  const { command, commands, prime } = cli
  if (commands !== undefined && Object.hasOwn(commands, 'prime')) return false
  return prime !== undefined || command === undefined || foreignOf(cli) !== undefined
}
