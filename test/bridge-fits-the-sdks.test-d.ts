/**
 * The output of the bridge has the types of each provider's own library. tsc checks this; nothing here is executed.
 * Every claim has a counterpart that must fail, so that a type that became `any` would be noticed.
 */
import type Anthropic from '@anthropic-ai/sdk'
import type { Content, FunctionDeclaration, Tool as GeminiTool } from '@google/genai'
import type { CallToolResultSchema, ToolSchema } from '@modelcontextprotocol/core'
import type { ModelMessage, ToolModelMessage, ToolSet } from 'ai'
import { compileTools, handleToolResult, toAnthropic, toGemini, toOpenAI, type ToolCall } from 'atip-bridge'
import type { AtipTool } from '@atip/protocol'
import type OpenAI from 'openai'
import type * as z from 'zod'

declare const tool: AtipTool
declare const call: ToolCall

export const chat: OpenAI.ChatCompletionTool[] = toOpenAI(tool)
export const strictChat: OpenAI.ChatCompletionTool[] = toOpenAI(tool, { strict: true })
export const claude: Anthropic.Tool[] = toAnthropic(tool)
export const gemini: FunctionDeclaration[] = toGemini(tool)

export const compiledChat: OpenAI.ChatCompletionTool[] = compileTools([tool], 'openai').tools
export const compiledResponses: OpenAI.Responses.Tool[] = compileTools([tool], 'openai-responses').tools
export const compiledClaude: Anthropic.ToolUnion[] = compileTools([tool], 'anthropic').tools
export const compiledGemini: GeminiTool[] = [{ functionDeclarations: compileTools([tool], 'gemini').tools }]
export const compiledMcp: z.infer<typeof ToolSchema>[] = compileTools([tool], 'mcp').tools
export const compiledAi: ToolSet = compileTools([tool], 'ai-sdk').tools

// @ts-expect-error a tool of another provider is none of these
export const notChat: OpenAI.ChatCompletionTool[] = toAnthropic(tool)
// @ts-expect-error
export const notResponses: OpenAI.Responses.Tool[] = compileTools([tool], 'mcp').tools
// @ts-expect-error
export const notClaude: Anthropic.Tool[] = toGemini(tool)
// @ts-expect-error
export const notGemini: FunctionDeclaration[] = toOpenAI(tool)
// @ts-expect-error
export const notMcp: z.infer<typeof ToolSchema>[] = toAnthropic(tool)
// @ts-expect-error
export const notAi: ToolSet = compileTools([tool], 'openai').tools

export const chatResult: OpenAI.ChatCompletionMessageParam = handleToolResult('openai', call, 'done')
export const responsesResult: OpenAI.Responses.ResponseInputItem = handleToolResult('openai-responses', call, 'done')
export const claudeResult: Anthropic.MessageParam = handleToolResult('anthropic', call, 'done')
export const geminiResult: Content = handleToolResult('gemini', call, 'done')
export const mcpResult: z.infer<typeof CallToolResultSchema> = handleToolResult('mcp', call, 'done')
export const aiResult: ToolModelMessage = handleToolResult('ai-sdk', call, 'done')
export const aiMessage: ModelMessage = handleToolResult('ai-sdk', call, 'done')

// @ts-expect-error a message of another provider is none of these
export const notChatResult: OpenAI.ChatCompletionMessageParam = handleToolResult('gemini', call, 'done')
// @ts-expect-error
export const notResponsesResult: OpenAI.Responses.ResponseInputItem = handleToolResult('anthropic', call, 'done')
// @ts-expect-error
export const notClaudeResult: Anthropic.MessageParam = handleToolResult('openai', call, 'done')
// @ts-expect-error
export const notGeminiResult: Content = handleToolResult('mcp', call, 'done')
// @ts-expect-error
export const notMcpResult: z.infer<typeof CallToolResultSchema> = handleToolResult('openai', call, 'done')
// @ts-expect-error
export const notAiResult: ToolModelMessage = handleToolResult('mcp', call, 'done')
