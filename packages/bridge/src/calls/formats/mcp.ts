import { field } from '../raw/fields.js'
import type { RawCall } from '../raw/raw-call.js'
import type { CallFormat } from './format.js'

/** A `tools/call` request, as sent or as an SDK passes it on, or only its parameters. It is never in pieces. */
export const mcp: CallFormat = { read, stream: () => ({ push: read, end: () => [] }) }

function read(request: unknown): RawCall[] {
  return Array.isArray(request) ? request.flatMap(readOne) : readOne(request)
}

function readOne(request: unknown): RawCall[] {
  const method = field(request, 'method')
  if (method !== undefined && method !== 'tools/call') return []
  const params = field(request, 'params') ?? (method === undefined ? request : undefined)
  const name = field(params, 'name')
  if (name === undefined && method === undefined) return []
  return [{ id: field(request, 'id'), name, input: field(params, 'arguments') }]
}
