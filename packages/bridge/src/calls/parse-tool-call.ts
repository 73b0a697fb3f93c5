import { forProvider } from '../provider.js'
import type { Provider, ToolCall } from '../types.js'
import { CALL_FORMATS } from './formats/index.js'
import { finishCalls } from './raw/raw-call.js'

/**
 * The calls a model asks for, in their order. Takes what is at hand: a whole response, a message or choice of it, or
 * the blocks themselves. What cannot be read as a call of a tool that runs here is not in the answer; what is a call
 * and is broken says so in `problem`. Nothing a server sends makes it throw.
 */
export function parseToolCall(provider: Provider, response: unknown): ToolCall[] {
  return finishCalls(forProvider(CALL_FORMATS, provider).read(response))
}
