import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  inputRequired,
  type CallToolResult,
  type ClientCapabilities,
  type GetPromptResult,
  type InputRequests,
  type InputRequiredResult,
  type Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { sortedKeys } from '../execute/sorted-keys.js'
import { runCall, type WantedCall } from './call.js'
import { createCatalogue, type Catalogue } from './catalogue.js'
import { clientOf } from './client.js'
import { directLine } from './direct-line.js'
import { listenerOf } from './listener.js'
import { OpenCalls, type CallLine, type Round, type Turn } from './open-calls.js'
import { getPrompt } from './prompts.js'
import { lackingAbility, toResult } from './result.js'
import { servedCommands, servesPrime, toolOf, type ServedCommand } from './served-commands.js'

export interface ServeOptions {
  /** Confirms everything, because the host asks its user itself. */
  yes?: boolean
}

/** The shared state of all connections of one server: the commands, and the calls that wait for answers. */
export interface Serving {
  cli: CliDefinition<CommandMap>
  isSearched: boolean
  tools(): Promise<Tool[]>
  callTool(params: CallParams, server: Server, ctx: ServerContext): Promise<CallToolResult | InputRequiredResult>
  getPrompt(params: PromptParams, server: Server, ctx: ServerContext): Promise<GetPromptResult | InputRequiredResult>
  close(): void
}

interface CallParams {
  name: string
  arguments?: Record<string, unknown> | undefined
}

interface PromptParams {
  name: string
  arguments?: Record<string, string> | undefined
}

/** More commands than this fill a model's context before it starts. `prime` is not counted. */
const MOST_COMMANDS = 60

export function createServing(cli: CliDefinition<CommandMap>, { yes = false }: ServeOptions = {}): Serving {
  const commands = servedCommands(cli)
  const count = commands.size - (servesPrime(cli) ? 1 : 0)
  const isSearched = (cli.mcp?.tools ?? (count > MOST_COMMANDS ? 'search' : 'each')) === 'search'
  const catalogue = isSearched ? createCatalogue(cli, commands) : undefined
  const calls = new OpenCalls<CallToolResult>()
  const prompts = new OpenCalls<GetPromptResult>()
  let listed: Promise<Tool[]> | undefined

  return {
    cli,
    isSearched,
    tools: () => (listed ??= catalogue?.tools() ?? listTools(cli, commands)),
    async callTool(params, server, ctx) {
      const capabilities = capabilitiesOf(server, ctx)
      const body = async (line: CallLine) => {
        const wanted = await wantedCall(params, commands, catalogue)
        if ('content' in wanted) return wanted
        const { outcome, kind, mimeType } = await runCall(cli, { ...wanted, yes }, line, capabilities, ctx)
        refuseForAbility(lackingAbility(outcome))
        return toResult(outcome, kind, mimeType)
      }
      return hasRounds(ctx) ? answer(await take(calls, params, ctx, body)) : body(directLine(ctx))
    },
    async getPrompt(params, server, ctx) {
      const body = (line: CallLine) =>
        getPrompt(
          cli.mcp?.prompts ?? {},
          params.name,
          params.arguments ?? {},
          clientOf(line.ask, capabilitiesOf(server, ctx)),
        )
      return hasRounds(ctx) ? answer(await take(prompts, params, ctx, body)) : body(directLine(ctx))
    },
    close() {
      calls.close()
      prompts.close()
    },
  }
}

async function listTools(
  cli: CliDefinition<CommandMap>,
  commands: ReadonlyMap<string, ServedCommand>,
): Promise<Tool[]> {
  const all = await Promise.all(
    [...commands.values()].map(async (command) => ({ command, serves: await isServer(command) })),
  )
  return Promise.all(all.filter(({ serves }) => !serves).map(({ command }) => toolOf(cli, command)))
}

/** A broken command counts as none, so that it is listed and a call of it reports the problem. */
async function isServer({ load }: ServedCommand): Promise<boolean> {
  const model = await load().catch(() => undefined)
  return model?.command.definition.serves === true
}

async function wantedCall(
  { name, arguments: given = {} }: CallParams,
  commands: ReadonlyMap<string, ServedCommand>,
  catalogue: Catalogue | undefined,
): Promise<Omit<WantedCall, 'yes'> | CallToolResult> {
  if (catalogue !== undefined) return catalogue.call(name, given)
  const command = commands.get(name)
  if (command === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool "${name}"`)
  return { command, given }
}

/** Since protocol 2026, a response asks the client, which answers by repeating its request. */
function hasRounds({ mcpReq }: ServerContext): boolean {
  return mcpReq.envelope !== undefined
}

/** Starts a call, or continues one that waited for an answer. */
function take<T>(
  calls: OpenCalls<T>,
  params: object,
  ctx: ServerContext,
  body: (line: CallLine) => Promise<T>,
): Promise<Turn<T>> {
  const { requestState, signal, inputResponses: answers = {} } = ctx.mcpReq
  const state = requestState<string>()
  const round: Round = { request: requestOf(params), signal, answers, listener: listenerOf(ctx) }
  if (state === undefined) return calls.start(round, body)
  const turn = calls.resume(state, round)
  if (turn !== undefined) return turn
  const message = 'no call waits under this requestState; it was answered, given up, or never there. Begin again'
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

/** The part of a request that must be the same in every round, in any order of keys. */
function requestOf(params: object): string {
  const { name, arguments: given = {} } = params as CallParams
  return JSON.stringify([name, sortedKeys(given)])
}

function answer<T>(turn: Turn<T>): T | InputRequiredResult {
  if ('result' in turn) return turn.result
  return inputRequired({ inputRequests: turn.questions as unknown as InputRequests, requestState: turn.state })
}

/** Sent with each request since protocol 2026, and once per connection before. */
function capabilitiesOf(server: Server, { mcpReq }: ServerContext): ClientCapabilities {
  const envelope = (mcpReq.envelope ?? {}) as Record<string, ClientCapabilities | undefined>
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {}
}

const CAPABILITIES: Record<string, ClientCapabilities> = {
  elicit: { elicitation: {} },
  sample: { sampling: {} },
  roots: { roots: {} },
}

/** Reports a missing client ability as the protocol defines it. */
function refuseForAbility(ability: string | undefined): void {
  if (ability === undefined) return
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: CAPABILITIES[ability]! })
}
