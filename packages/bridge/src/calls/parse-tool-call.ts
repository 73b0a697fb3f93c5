import { forProvider } from '../provider.js'
import type { Provider, ToolCall } from '../types.js'
import { CALL_FORMATS } from './formats/index.js'
import { finishCalls } from './raw/raw-call.js'

/**
 * The calls a model asks for, in order. Accepts a whole response, a message or choice of it, or the blocks themselves.
 * Skips what cannot be read as a call of a tool that runs here; a broken call has a `problem`. Never throws, whatever a
 * server sends.
 */
export function parseToolCall(provider: Provider, response: unknown): ToolCall[] {
  return finishCalls(forProvider(CALL_FORMATS, provider).read(response))
}
