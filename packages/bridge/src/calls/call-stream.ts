import { forProvider } from '../provider.js'
import type { Provider, ToolCall } from '../types.js'
import { CALL_FORMATS } from './formats/index.js'
import { finishCalls, type RawCall } from './raw/raw-call.js'

/** Assembles the calls of one streamed response. Each call is returned once, when it is complete. */
export interface CallStream {
  /** Takes an event or chunk as the provider's SDK emits it; returns the calls that it completes. */
  push: (event: unknown) => ToolCall[]
  /** Returns what is left when the stream ends; an unfinished call says so in `problem`. */
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
