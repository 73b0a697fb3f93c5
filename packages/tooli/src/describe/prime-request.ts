import { CODES, ToolError, type ToolErrorOptions } from '../errors/error.js'
import { kebab } from '../model/shown-name.js'
import { check } from '../schema/check.js'
import type { StandardIssue } from '../schema/standard.js'
import { PRIME_REQUEST } from './prime-schema.js'

/** The agent that is going to use the tool, and its session (Prime RFC 5.1). */
export interface PrimeRequest {
  agentId: string
  sessionId: string
  capabilities?: Record<string, unknown>
  locale?: string
  userRole: 'end_user' | 'admin' | 'system'
  metadata?: Record<string, unknown>
}

/**
 * Reads a request strictly (RFC 8.1). `capabilities` and `metadata` may be JSON text from the command line. `tool` is
 * the program's name, for the example in an error.
 */
export function readPrimeRequest(input: Readonly<Record<string, unknown>>, tool?: string): PrimeRequest {
  const given: Record<string, unknown> = { ...input }
  for (const key of Object.keys(given)) if (given[key] === undefined) delete given[key]
  for (const key of ['capabilities', 'metadata']) {
    if (typeof given[key] === 'string') given[key] = parseObject(key, given[key], tool)
  }
  const { value, issues } = check(PRIME_REQUEST, given)
  if (issues[0] !== undefined) throw toError(issues[0], tool)
  return value as PrimeRequest
}

function parseObject(key: string, text: string, tool: string | undefined): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = `${flagOf(key)} must be a JSON object such as {"supportsStreaming": true}: ${(cause as Error).message}`
    throw new ToolError(CODES.invalidJson, message, { ...adviceFor(key, tool), cause })
  }
}

function toError({ message, path = [] }: StandardIssue, tool: string | undefined): ToolError {
  const key = String(path[0] ?? '')
  const code =
    message === 'is missing'
      ? CODES.missingArgument
      : message === 'is not known'
        ? CODES.unknownOption
        : CODES.invalidValue
  return new ToolError(code, `${flagOf(key)} ${message}`, adviceFor(key, tool))
}

function flagOf(key: string): string {
  return `--${kebab(key)}`
}

function adviceFor(key: string, tool: string | undefined): ToolErrorOptions {
  const details = { parameter: key }
  if (tool === undefined) return { details }
  return {
    details,
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'Give the identifiers of the agent and of the session; everything else is optional',
      example: `${tool} prime --agent-id AGENT --session-id SESSION`,
      applicability: 'has_placeholders',
    },
  }
}
