import { isObject } from '@atip/protocol'
import { field, listIn, textIn } from '../raw/fields.js'
import { incomplete, isBlank, STREAM_ENDED } from '../raw/incomplete.js'
import { PartialInput } from '../raw/partial-input.js'
import type { RawCall } from '../raw/raw-call.js'
import type { CallFormat, CallReader } from './format.js'

/** Gemini: parts of the content. Of several candidates the first counts, as in its own SDK. */
export const gemini: CallFormat = {
  read: (response) => {
    const stream = new PartStream()
    return [...stream.push(response), ...stream.end()]
  },
  stream: () => new PartStream(),
}

/** The calls in a response, a candidate, a content, its parts, a message of the Live API, or a list of calls. */
function callsIn(response: unknown): unknown[] {
  if (!Array.isArray(response)) return callsInOne(response)
  const isCandidates = field(field(response[0], 'content'), 'parts') !== undefined
  return isCandidates ? callsInOne(response[0]) : response.flatMap(callsInOne)
}

function callsInOne(response: unknown): unknown[] {
  const candidate = listIn(response, 'candidates')[0] ?? response
  const content = field(candidate, 'content') ?? candidate
  const parts = listIn(content, 'parts')
  if (parts.length > 0) return parts.map(callInPart).filter(isObject)
  const single = callInPart(content)
  if (isObject(single)) return [single]
  const calls = listIn(field(content, 'tool_call') ?? content, 'function_calls')
  if (calls.length > 0) return calls.filter(isObject)
  return textIn(content, 'name') === undefined ? [] : [content]
}

function callInPart(part: unknown): unknown {
  return field(part, 'function_call')
}

/**
 * Chunks hold whole calls. If arguments are streamed too, a call continues while it says `willContinue`, and each piece
 * names the place of its value; only the first names the tool.
 */
class PartStream implements CallReader {
  private open: { call: RawCall; pieces: PartialInput | undefined } | undefined

  push(chunk: unknown): RawCall[] {
    return callsIn(chunk).flatMap((call) => this.add(call))
  }

  end(): RawCall[] {
    const { open } = this
    this.open = undefined
    return open === undefined ? [] : [incomplete(finish(open), STREAM_ENDED)]
  }

  private add(call: unknown): RawCall[] {
    const name = textIn(call, 'name') || undefined
    const before = name === undefined ? [] : this.end()
    // The end of a call that has already ended.
    if (name === undefined && this.open === undefined && isEmpty(call)) return []
    const open = (this.open ??= { call: { id: field(call, 'id'), name, input: undefined }, pieces: undefined })
    const args = field(call, 'args')
    if (!isBlank(args)) open.call.input = args
    for (const piece of listIn(call, 'partial_args')) (open.pieces ??= new PartialInput()).add(piece)
    if (field(call, 'will_continue') === true) return before
    this.open = undefined
    return [...before, finish(open)]
  }
}

function isEmpty(call: unknown): boolean {
  return isBlank(field(call, 'args')) && listIn(call, 'partial_args').length === 0
}

function finish({ call, pieces }: { call: RawCall; pieces: PartialInput | undefined }): RawCall {
  if (pieces === undefined) return call
  const isTold = !isObject(call.input) || Object.keys(call.input).length === 0
  const problem = isTold ? pieces.problem : 'the arguments are given both as a whole and in pieces'
  return { ...call, input: pieces.value, ...(problem !== undefined && { problem }) }
}
