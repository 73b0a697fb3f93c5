import type {
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server'
import { failure } from '../call/outcome.js'
import type { Outcome } from '../call/outcome.js'
import type { CallFlags } from '../call/surface.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { execute } from '../execute/execute.js'
import { clientOf } from './client.js'
import { knownInput } from './known-input.js'
import type { CallLine } from './open-calls.js'
import { kindOf, type ServedCommand } from './served-commands.js'
import { splitArguments } from './tool-schema.js'
import { suggestCall } from '../suggest/suggest-call.js'
import { clientSurface } from './surface.js'
import { mimeTypeOf } from '../schema/bytes.js'
import type { ResultKind } from './result.js'

export type CallAnswer = CallToolResult | InputRequiredResult

/** One call that a client requests: the command and its input. */
export interface WantedCall {
  command: ServedCommand
  given: Readonly<Record<string, unknown>>
  /** The tool through which the command is called, if it has none of its own. */
  through?: string
  /** Whether the user who started the server consented beforehand. */
  yes: boolean
}

export interface CallEnd {
  outcome: Outcome
  kind: ResultKind
  /** For a result that is bytes. */
  mimeType?: string
}

/** Runs a command for a client, with the same executor as on every surface. */
export async function runCall(
  cli: CliDefinition<CommandMap>,
  { command, given, through, yes }: WantedCall,
  line: CallLine,
  capabilities: ClientCapabilities,
  ctx: ServerContext,
): Promise<CallEnd> {
  const meta = { tool: cli.name, version: cli.version, command: command.path.join(' ') }
  try {
    const model = await command.load()
    if (model.command.definition.serves === true) throw cannotServe()
    const { input: own, flags } = splitArguments(model, given)
    const surface = clientSurface(line, clientOf(line.ask, capabilities))
    const input = { ...(await knownInput(cli, model)), ...own }
    const asked: CallFlags = { ...flags, ...flagsIn(ctx), ...(yes && { yes: true }) }
    const outcome = await execute(cli, model, input, asked, surface)
    const { name } = command
    const callWith = (values: Record<string, unknown>) =>
      through === undefined
        ? { name, arguments: values }
        : { name: through, arguments: { command: name, arguments: values } }
    return {
      outcome: outcome.ok ? outcome : suggestCall(callWith, model, given, outcome),
      kind: kindOf(cli, model),
      mimeType: mimeTypeOf(model.output),
    }
  } catch (error) {
    return { outcome: failure(error, meta), kind: 'document' }
  }
}

/** It needs stdin and stdout, which the running server uses. */
function cannotServe(): ToolError {
  const message = 'this command is a server itself, and is started on the command line'
  return new ToolError(CODES.refusedByPolicy, message, { exitCode: EXIT.permission })
}

/** Flags that a host, but not a model, may set: they are outside the arguments. */
function flagsIn({ mcpReq: { _meta } }: ServerContext): CallFlags {
  const { 'tooli/idempotencyKey': idempotencyKey, 'tooli/timeout': timeout } = (_meta ?? {}) as Record<string, unknown>
  return {
    ...(typeof idempotencyKey === 'string' && { idempotencyKey }),
    ...(typeof timeout === 'string' && { timeout }),
  }
}
