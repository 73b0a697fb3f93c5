import type { Provider } from '../types.js'
import { aiSdk, type AiSdkTool, type AiSdkTools } from './ai-sdk.js'
import { anthropic, type AnthropicTool } from './anthropic.js'
import { gemini, type GeminiFunctionDeclaration } from './gemini.js'
import { mcp, type McpTool } from './mcp.js'
import { openaiResponses, type ResponsesFunction, type ResponsesTool } from './openai-responses.js'
import { openai, type OpenAITool } from './openai.js'
import type { Target } from './target.js'

/** All tools as each provider's library takes them. */
export interface ProviderTools {
  openai: OpenAITool[]
  'openai-responses': ResponsesTool[]
  anthropic: AnthropicTool[]
  gemini: GeminiFunctionDeclaration[]
  mcp: McpTool[]
  'ai-sdk': AiSdkTools
}

/** The type of one tool for each provider. */
interface ProviderTool {
  openai: OpenAITool
  'openai-responses': ResponsesFunction
  anthropic: AnthropicTool
  gemini: GeminiFunctionDeclaration
  mcp: McpTool
  'ai-sdk': AiSdkTool
}

const TARGETS: { [P in Provider]: Target<ProviderTool[P], ProviderTools[P]> } = {
  openai,
  'openai-responses': openaiResponses,
  anthropic,
  gemini,
  mcp,
  'ai-sdk': aiSdk,
}

export function targetOf<P extends Provider>(provider: P): Target<ProviderTool[P], ProviderTools[P]> {
  if (Object.hasOwn(TARGETS, provider)) return TARGETS[provider]
  const known = Object.keys(TARGETS).join(', ')
  throw new TypeError(`unknown provider ${JSON.stringify(provider)}; choose one of ${known}`)
}
