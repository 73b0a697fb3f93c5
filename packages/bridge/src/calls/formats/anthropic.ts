import { isObject } from '@atip/protocol'
import { field, listIn, textIn } from '../raw/fields.js'
import { incomplete, STREAM_ENDED } from '../raw/incomplete.js'
import type { RawCall } from '../raw/raw-call.js'
import type { CallFormat, CallReader } from './format.js'

/** Messages: blocks of the content. Tools that the server runs have blocks of another type. */
export const anthropic: CallFormat = { read, stream: () => new MessageStream() }

function read(response: unknown): RawCall[] {
  return Array.isArray(response) ? response.flatMap(readOne) : readOne(response)
}

function readOne(response: unknown): RawCall[] {
  if (isCall(response)) return [toRaw(response)]
  const blocks = listIn(response, 'content')
  const calls = blocks.filter(isCall).map(toRaw)
  return isCall(blocks.at(-1)) ? markCut(calls, textIn(response, 'stop_reason')) : calls
}

/** A member of a toolset (of a browser, a computer) is not one of our tools, even if its name looks like one. */
function isCall(block: unknown): boolean {
  return field(block, 'type') === 'tool_use' && field(block, 'toolset_name') === undefined
}

function toRaw(block: unknown): RawCall {
  return {
    id: field(block, 'id'),
    name: field(block, 'name'),
    input: field(block, 'input'),
  }
}

const CUT_SHORT = ['max_tokens', 'model_context_window_exceeded', 'refusal']

/** A response that was cut short ends inside its last block, whose input may then be incomplete in any way. */
function markCut(calls: RawCall[], reason: string | undefined): RawCall[] {
  const last = calls.at(-1)
  if (last === undefined || reason === undefined || !CUT_SHORT.includes(reason)) return calls
  return [...calls.slice(0, -1), incomplete(last, `the response ended with "${reason}"`)]
}

interface Draft {
  block: unknown
  text: string
}

/**
 * The events of one message. A complete block is held until the next one starts or the stop reason is known: only then
 * is it certain that it was not cut short.
 */
class MessageStream implements CallReader {
  private readonly open = new Map<unknown, Draft>()
  private held: RawCall[] = []

  push(event: unknown): RawCall[] {
    const index = field(event, 'index')
    switch (field(event, 'type')) {
      case 'message_start':
        return read(field(event, 'message'))
      case 'content_block_start':
        return this.start(index, field(event, 'content_block'))
      case 'content_block_delta':
        return this.add(index, field(event, 'delta'))
      case 'content_block_stop':
        return this.stop(index)
      case 'message_delta':
        return this.finish(textIn(field(event, 'delta'), 'stop_reason'))
      case 'message_stop':
        return this.release()
      default:
        return []
    }
  }

  end(): RawCall[] {
    const unfinished = [...this.open.values()].map((draft) => incomplete(toCall(draft), STREAM_ENDED))
    this.open.clear()
    return [...this.release(), ...unfinished]
  }

  private start(index: unknown, block: unknown): RawCall[] {
    const before = this.release()
    if (isCall(block)) this.open.set(index, { block, text: '' })
    return before
  }

  private add(index: unknown, delta: unknown): RawCall[] {
    const draft = this.open.get(index)
    if (draft !== undefined) draft.text += textIn(delta, 'partial_json') ?? ''
    return []
  }

  private stop(index: unknown): RawCall[] {
    const draft = this.open.get(index)
    if (draft !== undefined) this.held.push(toCall(draft))
    this.open.delete(index)
    return []
  }

  private finish(reason: string | undefined): RawCall[] {
    return reason === undefined ? [] : markCut(this.release(), reason)
  }

  private release(): RawCall[] {
    const calls = this.held
    this.held = []
    return calls
  }
}

/** Without any fragment, the input from the start of the block counts. */
function toCall({ block, text }: Draft): RawCall {
  const call = toRaw(block)
  return text === '' && isObject(call.input) ? call : { ...call, input: text }
}
