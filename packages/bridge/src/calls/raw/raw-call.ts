import type { ToolCall } from '../../types.js'
import { idFor } from './ids.js'
import { readInput } from './read-input.js'

/** A call as it is in a provider's response, before anything about it is checked. */
export interface RawCall {
  id: unknown
  name: unknown
  namespace?: unknown
  /** An object, or the text of one. */
  input: unknown
  problem?: string
}

/** The calls of one response; `before` is how many of its calls were already returned. */
export function finishCalls(raw: readonly RawCall[], before = 0): ToolCall[] {
  return raw.map((call, index) => finishCall(call, before + index + 1))
}

function finishCall({ id, name, namespace, input, problem }: RawCall, position: number): ToolCall {
  const read = readInput(input)
  const known = typeof name === 'string' ? name : ''
  const wrong = problem ?? (known === '' ? 'the call names no tool' : 'problem' in read ? read.problem : undefined)
  return {
    id: isId(id) ? String(id) : idFor(known, position),
    name: known,
    ...(typeof namespace === 'string' && namespace !== '' && { namespace }),
    input: 'input' in read ? read.input : {},
    ...(wrong !== undefined && { problem: wrong }),
  }
}

/** JSON-RPC also allows numbers. */
function isId(id: unknown): id is string | number {
  return typeof id === 'number' || (typeof id === 'string' && id !== '')
}
