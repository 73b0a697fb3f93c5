import { isObject } from '@atip/protocol'
import { field, listIn, textIn } from '../raw/fields.js'
import { incomplete, isBlank } from '../raw/incomplete.js'
import type { RawCall } from '../raw/raw-call.js'
import type { CallFormat } from './format.js'
import { OpenAiStream } from './openai-stream.js'

/** Chat Completions. Of several choices the first counts: they are alternatives, not calls to be made together. */
export const openai: CallFormat = { read, stream: () => new OpenAiStream(read, markCut) }

function read(response: unknown): RawCall[] {
  if (!Array.isArray(response)) return readOne(response)
  const isChoices = field(response[0], 'message') !== undefined
  return isChoices ? readOne(response[0]) : response.flatMap(readOne)
}

function readOne(response: unknown): RawCall[] {
  const choice = listIn(response, 'choices')[0] ?? response
  const message = field(choice, 'message') ?? choice
  const calls = isObject(field(message, 'function')) ? [toRaw(message)] : listIn(message, 'tool_calls').map(toRaw)
  return markCut(
    calls.filter((call) => call !== undefined),
    textIn(choice, 'finish_reason'),
  )
}

/** Calls of custom tools, which take free text, are not for our tools. */
function toRaw(call: unknown): RawCall | undefined {
  const named = field(call, 'function')
  if (!isObject(named)) return undefined
  return { id: field(call, 'id'), name: field(named, 'name'), input: field(named, 'arguments') }
}

const CUT_SHORT = ['length', 'content_filter']

/** If a response was cut short, absent arguments at its end may be missing rather than empty. */
function markCut(calls: RawCall[], reason: string | undefined): RawCall[] {
  const last = calls.at(-1)
  if (last === undefined || reason === undefined || !CUT_SHORT.includes(reason) || !isBlank(last.input)) return calls
  return [...calls.slice(0, -1), incomplete(last, `the response ended with "${reason}"`)]
}
