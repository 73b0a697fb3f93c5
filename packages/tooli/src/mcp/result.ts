import type { CallToolResult } from '@modelcontextprotocol/server'
import { failure, type Meta, type Outcome } from '../call/outcome.js'
import { CODES } from '../errors/error.js'
import type { Content } from '../schema/content.js'

/** How a result is shown: as the one document, as it is, or as parts for the client. */
export type ResultKind = 'document' | 'bare' | 'content'

/** What became of a call, for a client. */
export function toResult(outcome: Outcome, kind: ResultKind): CallToolResult {
  try {
    return outcome.ok ? success(outcome, kind) : failed(outcome)
  } catch (error) {
    // A result that cannot be written as JSON, such as a cyclic one, is a failure of the command.
    return failed(failure(error, outcome.meta))
  }
}

function success({ data, meta }: Extract<Outcome, { ok: true }>, kind: ResultKind): CallToolResult {
  const isDryRun = meta.dry_run === true
  if (kind === 'content' && !isDryRun) return { content: data as Content[] } as CallToolResult
  if (kind === 'bare' && !isDryRun) return both(data as Record<string, unknown>)
  return both({ ok: true, ...(!isDryRun && { data }), ...notable(meta) })
}

function failed({ error, meta }: Extract<Outcome, { ok: false }>): CallToolResult {
  return { ...both({ ok: false, error, ...notable(meta) }), isError: true }
}

/** The same document as text and as data: some clients show one, some the other. */
function both(value: Record<string, unknown>): CallToolResult {
  const text = JSON.stringify(value)
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> }
}

/** The client knows which tool it called; the other fields are for its model. */
function notable(meta: Meta): { meta?: Partial<Meta> } {
  const known = ['tool', 'version', 'command', 'duration_ms']
  const rest = Object.fromEntries(Object.entries(meta).filter(([key]) => !known.includes(key))) as Partial<Meta>
  if (rest.truncated !== undefined) {
    const { cursor } = rest.truncated
    rest.truncated = { ...rest.truncated, next: `Repeat the call with "cursor": ${JSON.stringify(cursor)}` }
  }
  return Object.keys(rest).length === 0 ? {} : { meta: rest }
}

/** The ability that a call failed for, if its client lacks one. */
export function lackingAbility(outcome: Outcome): string | undefined {
  if (outcome.ok || outcome.error.code !== CODES.clientCannot) return undefined
  return outcome.error.details?.ability as string | undefined
}
