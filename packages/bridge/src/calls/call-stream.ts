import { forProvider } from '../provider.js'
import type { Provider, ToolCall } from '../types.js'
import { CALL_FORMATS } from './formats/index.js'
import { finishCalls, type RawCall } from './raw/raw-call.js'

/** Puts the calls of one streamed response together. Every call is given out once, when it is complete. */
export interface CallStream {
  /** Takes an event or chunk as the provider's SDK gives it; returns the calls that are complete with it. */
  push: (event: unknown) => ToolCall[]
  /** Returns what is left when the stream ends; a call that lacks its end says so in `problem`. */
  end: () => ToolCall[]
}

export function createCallStream(provider: Provider): CallStream {
  const reader = forProvider(CALL_FORMATS, provider).stream()
  let count = 0
  const number = (raw: RawCall[]) => {
    const calls = finishCalls(raw, count)
    count += calls.length
    return calls
  }
  return { push: (event) => number(reader.push(event)), end: () => number(reader.end()) }
}
