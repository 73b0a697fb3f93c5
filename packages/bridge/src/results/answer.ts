import type { JsonValue } from '@atip/protocol'
import { readId } from '../calls/raw/ids.js'
import type { ToolCall } from '../types.js'
import { isError, toJson } from './to-json.js'

/** The call, or its id if the call itself is gone. */
export type CallOrId = Pick<ToolCall, 'id' | 'name'> | string

export interface ResultOptions {
  /** The call failed. Assumed if the result is an Error. */
  isError?: boolean
  /** The tool's compiled name, which some providers want and an id does not contain. */
  name?: string
}

/** A result, ready to be written in any format. */
export interface ProviderAnswer {
  id: string
  name: string
  /** The place of the call in its response, if the provider gave it no id (decision 39). */
  position: number | undefined
  isError: boolean
  /** Text is sent verbatim; everything else as JSON. */
  text: string
  /** Undefined if there is only text. */
  json: JsonValue | undefined
  /** The text, marked as an error for providers that have no other mark. */
  markedText: string
}

export function answerTo(call: CallOrId, result: unknown, options: ResultOptions = {}): ProviderAnswer {
  const id = typeof call === 'string' ? call : call.id
  const synthetic = readId(id)
  const given = options.name ?? (typeof call === 'string' ? undefined : call.name)
  const isFailure = options.isError ?? isError(result)
  const json = isError(result) ? undefined : jsonOf(result)
  const text = json === undefined ? textOf(result) : stringify(json)
  return {
    id,
    name: given ?? synthetic?.name ?? id,
    position: given === undefined || given === synthetic?.name ? synthetic?.position : undefined,
    isError: isFailure,
    text,
    json,
    markedText: isFailure && !isError(result) ? `Error: ${text}` : text,
  }
}

function jsonOf(result: unknown): JsonValue | undefined {
  const json = toJson(result)
  return typeof json === 'string' ? undefined : json
}

/**
 * An undefined result is an empty text. Of an error, only name and message are sent: a stack names files of this
 * machine.
 */
function textOf(result: unknown): string {
  if (typeof result === 'string') return result
  const json = toJson(result)
  if (typeof json === 'string' || !isError(result)) return String(json ?? '')
  const { name, message } = json as { name: string; message: string }
  return message === '' ? name : `${name}: ${message}`
}

/** Fails only if the text would exceed the maximum length of a string. */
function stringify(json: JsonValue): string {
  try {
    return JSON.stringify(json)
  } catch {
    return '[too large to be written]'
  }
}
