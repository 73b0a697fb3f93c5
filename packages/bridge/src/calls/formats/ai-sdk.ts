import { field, listIn, textIn } from '../raw/fields.js'
import { incomplete, STREAM_ENDED } from '../raw/incomplete.js'
import type { RawCall } from '../raw/raw-call.js'
import type { CallFormat, CallReader } from './format.js'

/** The AI SDK: results of `generateText`, steps, messages, and the parts of a stream. */
export const aiSdk: CallFormat = { read, stream: () => new PartStream() }

function read(result: unknown): RawCall[] {
  return Array.isArray(result) ? result.flatMap(readOne) : readOne(result)
}

function readOne(result: unknown): RawCall[] {
  if (isCall(result)) return [toRaw(result)]
  const calls = field(result, 'toolCalls')
  return (Array.isArray(calls) ? calls : listIn(result, 'content')).filter(isCall).map(toRaw)
}

/** Calls that the provider has already run must not be run again. */
function isCall(part: unknown): boolean {
  const hasType = field(part, 'type') === 'tool-call'
  return hasType && field(part, 'providerExecuted') !== true
}

function toRaw(part: unknown): RawCall {
  const call: RawCall = { id: field(part, 'toolCallId'), name: field(part, 'toolName'), input: field(part, 'input') }
  if (field(part, 'invalid') !== true) return call
  const reason = textIn(field(part, 'error'), 'message') ?? textIn(part, 'error') ?? 'no reason was given'
  return { ...call, problem: `the call is invalid: ${reason}` }
}

interface Draft {
  id: unknown
  name: unknown
  text: string
  hasEnded: boolean
}

/** The end of a step or of the whole stream: all of its calls have been returned by then. */
const LAST_PARTS = ['finish-step', 'finish']

/** Fragments come first, then the whole call, which takes precedence. Without it, the assembled fragments count. */
class PartStream implements CallReader {
  private readonly drafts = new Map<unknown, Draft>()

  push(part: unknown): RawCall[] {
    const type = textIn(part, 'type') ?? ''
    const id = field(part, 'id')
    const draft = this.drafts.get(id)
    if (type === 'tool-input-start' && field(part, 'providerExecuted') !== true) {
      this.drafts.set(id, { id, name: field(part, 'toolName'), text: '', hasEnded: false })
    }
    if (type === 'tool-input-delta' && draft !== undefined) draft.text += textIn(part, 'delta') ?? ''
    if (type === 'tool-input-end' && draft !== undefined) draft.hasEnded = true
    if (type === 'tool-call') this.drafts.delete(field(part, 'toolCallId'))
    if (isCall(part)) return [toRaw(part)]
    return LAST_PARTS.includes(type) ? this.end() : []
  }

  end(): RawCall[] {
    const drafts = [...this.drafts.values()]
    this.drafts.clear()
    return drafts.map(({ id, name, text, hasEnded }) => {
      const call: RawCall = { id, name, input: text }
      return hasEnded ? call : incomplete(call, STREAM_ENDED)
    })
  }
}
