import { field, listIn, textIn } from '../raw/fields.js'
import { incomplete, STREAM_ENDED } from '../raw/incomplete.js'
import type { RawCall } from '../raw/raw-call.js'
import type { CallFormat, CallReader } from './format.js'

/** The Responses API: items of the output. Tools that run on the server have items of other types. */
export const openaiResponses: CallFormat = { read, stream: () => new ResponsesStream() }

function read(response: unknown): RawCall[] {
  return Array.isArray(response) ? response.flatMap(readOne) : readOne(response)
}

function readOne(response: unknown): RawCall[] {
  const whole = field(response, 'response') ?? response
  return isCall(whole) ? [toRaw(whole)] : listIn(whole, 'output').filter(isCall).map(toRaw)
}

function isCall(item: unknown): boolean {
  return field(item, 'type') === 'function_call'
}

function toRaw(item: unknown): RawCall {
  const call: RawCall = {
    id: field(item, 'call_id') ?? field(item, 'id'),
    name: field(item, 'name'),
    namespace: field(item, 'namespace'),
    input: field(item, 'arguments'),
  }
  return field(item, 'status') === 'incomplete' ? incomplete(call, 'its status is "incomplete"') : call
}

/** An item that is still being written. */
interface Draft {
  item: unknown
  text: string
  isWhole: boolean
}

/** The end of a response, with all of its output. */
const LAST_EVENTS = ['response.completed', 'response.incomplete', 'response.failed']

class ResponsesStream implements CallReader {
  private readonly drafts = new Map<unknown, Draft>()
  private readonly given = new Set<unknown>()

  push(event: unknown): RawCall[] {
    const type = textIn(event, 'type') ?? ''
    const item = field(event, 'item')
    const key = field(event, 'output_index') ?? field(event, 'item_id') ?? field(item, 'id')
    if (type === 'response.output_item.added' && isCall(item)) this.open(key, item)
    if (type === 'response.output_item.done' && isCall(item)) return this.close(key, item)
    if (type === 'response.function_call_arguments.delta') this.draft(key).text += textIn(event, 'delta') ?? ''
    if (type === 'response.function_call_arguments.done') {
      const draft = this.draft(key)
      draft.text = textIn(event, 'arguments') ?? draft.text
      draft.isWhole = true
    }
    return LAST_EVENTS.includes(type) ? this.finish(field(event, 'response')) : []
  }

  end(): RawCall[] {
    const open = [...this.drafts.values()]
    this.drafts.clear()
    return open.map(({ item, text, isWhole }) => {
      const call = { ...toRaw(item), input: text }
      return isWhole ? call : incomplete(call, STREAM_ENDED)
    })
  }

  private open(key: unknown, item: unknown): void {
    this.drafts.set(key, { item, text: textIn(item, 'arguments') ?? '', isWhole: false })
  }

  private draft(key: unknown): Draft {
    if (!this.drafts.has(key)) this.open(key, undefined)
    return this.drafts.get(key)!
  }

  private close(key: unknown, item: unknown): RawCall[] {
    const text = this.drafts.get(key)?.text
    this.drafts.delete(key)
    const call = toRaw(item)
    this.given.add(call.id)
    return [{ ...call, input: call.input ?? text }]
  }

  /** Returns the calls that only the last event holds; then nothing is open any more. */
  private finish(response: unknown): RawCall[] {
    const calls = readOne(response).filter(({ id }) => !this.given.has(id))
    for (const { id } of calls) this.given.add(id)
    if (calls.length > 0 || listIn(response, 'output').length > 0) this.drafts.clear()
    return calls
  }
}
