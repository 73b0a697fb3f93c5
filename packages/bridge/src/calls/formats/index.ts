import type { Provider } from '../../types.js'
import { aiSdk } from './ai-sdk.js'
import { anthropic } from './anthropic.js'
import type { CallFormat } from './format.js'
import { gemini } from './gemini.js'
import { mcp } from './mcp.js'
import { openai } from './openai.js'
import { openaiResponses } from './openai-responses.js'

export const CALL_FORMATS: Readonly<Record<Provider, CallFormat>> = {
  openai,
  'openai-responses': openaiResponses,
  anthropic,
  gemini,
  mcp,
  'ai-sdk': aiSdk,
}
