import type { CallToolResult } from '@modelcontextprotocol/server'
import { createHash } from 'node:crypto'
import { isObject } from '@atip/protocol'
import { mimeTypeOf } from '../schema/bytes.js'
import { failure, type Meta, type Outcome } from '../call/outcome.js'
import { CODES } from '../errors/error.js'
import type { Content } from '../schema/content.js'

/**
 * The form of a result: the full document, the bare value, the value with notable metadata, or content parts for the
 * client.
 */
export type ResultKind = 'document' | 'bare' | 'lean' | 'content'

/** Converts the outcome of a call for a client. */
export function toResult(outcome: Outcome, kind: ResultKind, mimeType = mimeTypeOf(undefined)): CallToolResult {
  try {
    return outcome.ok ? success(outcome, kind, mimeType) : failed(outcome)
  } catch (error) {
    // A result that cannot be written as JSON, such as a cyclic one, is a failure of the command.
    return failed(failure(error, outcome.meta))
  }
}

function success({ data, meta }: Extract<Outcome, { ok: true }>, kind: ResultKind, mimeType: string): CallToolResult {
  const isDryRun = meta.dry_run === true
  if (kind === 'content' && !isDryRun) return { content: data as Content[] } as CallToolResult
  if (data instanceof Uint8Array) return resource(data, meta, mimeType)
  if (kind === 'bare' && !isDryRun) return both(data as Record<string, unknown>)
  if (kind === 'lean' && !isDryRun) return both({ ...(isObject(data) ? data : { data }), ...notable(meta) })
  return both({ ok: true, ...(!isDryRun && { data }), ...notable(meta) })
}

function failed({ error, meta }: Extract<Outcome, { ok: false }>): CallToolResult {
  return { ...both({ ok: false, error, ...notable(meta) }), isError: true }
}

/** Bytes as a resource, with a description for the model. */
function resource(bytes: Uint8Array, meta: Meta, mimeType: string): CallToolResult {
  const about = { ok: true, data: { mimeType, size: bytes.byteLength }, ...notable(meta) }
  const path = meta.command
    .split(' ')
    .filter((word) => word !== '')
    .map(encodeURIComponent)
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const uri = `result://${[encodeURIComponent(meta.tool), ...path, digest].join('/')}`
  const blob = Buffer.from(bytes).toString('base64')
  return {
    content: [
      { type: 'text', text: JSON.stringify(about) },
      { type: 'resource', resource: { uri, mimeType, blob } },
    ],
  }
}

/** The same document as text and as structured content, because clients show one or the other. */
function both(value: Record<string, unknown>): CallToolResult {
  const text = JSON.stringify(value)
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> }
}

/** Metadata for the model; the client already knows which tool it called. */
function notable(meta: Meta): { meta?: Partial<Meta> } {
  const known = ['tool', 'version', 'command', 'duration_ms']
  const rest = Object.fromEntries(Object.entries(meta).filter(([key]) => !known.includes(key))) as Partial<Meta>
  if (rest.truncated !== undefined) {
    const { cursor } = rest.truncated
    rest.truncated = { ...rest.truncated, next: `Repeat the call with "cursor": ${JSON.stringify(cursor)}` }
  }
  return Object.keys(rest).length === 0 ? {} : { meta: rest }
}

/** The client ability that a call lacked, if it failed for that reason. */
export function lackingAbility(outcome: Outcome): string | undefined {
  if (outcome.ok || outcome.error.code !== CODES.clientCannot) return undefined
  return outcome.error.details?.ability as string | undefined
}
