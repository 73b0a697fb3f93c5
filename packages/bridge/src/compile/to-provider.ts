import type { AtipDocument, AtipTool } from '@atip/protocol'
import type { AiSdkTools } from '../targets/ai-sdk.js'
import type { AnthropicTool } from '../targets/anthropic.js'
import type { GeminiFunctionDeclaration } from '../targets/gemini.js'
import type { McpTool } from '../targets/mcp.js'
import type { ResponsesTool } from '../targets/openai-responses.js'
import type { OpenAITool } from '../targets/openai.js'
import { compileTools } from './compile.js'
import type { CompileOptions } from '../targets/options.js'

/** The tools of one program, one for each command (decision 19). Use `compileTools` to also get the index. */
export function toOpenAI(tool: AtipTool | AtipDocument, options?: CompileOptions): OpenAITool[] {
  return compileTools([tool], 'openai', options).tools
}

export function toOpenAIResponses(tool: AtipTool | AtipDocument, options?: CompileOptions): ResponsesTool[] {
  return compileTools([tool], 'openai-responses', options).tools
}

export function toGemini(tool: AtipTool | AtipDocument, options?: CompileOptions): GeminiFunctionDeclaration[] {
  return compileTools([tool], 'gemini', options).tools
}

export function toAnthropic(tool: AtipTool | AtipDocument, options?: CompileOptions): AnthropicTool[] {
  return compileTools([tool], 'anthropic', options).tools
}

export function toMcp(tool: AtipTool | AtipDocument, options?: CompileOptions): McpTool[] {
  return compileTools([tool], 'mcp', options).tools
}

/** By name, because that is how the AI SDK takes them. */
export function toAiSdk(tool: AtipTool | AtipDocument, options?: CompileOptions): AiSdkTools {
  return compileTools([tool], 'ai-sdk', options).tools
}
