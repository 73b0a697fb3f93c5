export type * from './types.js'
export type { Decision } from '@atip/protocol'

export { compileTools, type CompiledTools } from './compile/compile.js'
export { toAiSdk, toAnthropic, toGemini, toMcp, toOpenAI, toOpenAIResponses } from './compile/to-provider.js'
export type { CompileOptions, DeferCandidate } from './targets/options.js'
export type { Note } from './compile/notes.js'
export type { ProviderTools } from './targets/targets.js'
export type { OpenAITool } from './targets/openai.js'
export type { ResponsesFunction, ResponsesNamespace, ResponsesTool } from './targets/openai-responses.js'
export type { AnthropicTool } from './targets/anthropic.js'
export type { GeminiFunctionDeclaration } from './targets/gemini.js'
export type { McpTool } from './targets/mcp.js'
export type { AiSdkSchema, AiSdkTool, AiSdkTools } from './targets/ai-sdk.js'
export type { SchemaJsonType, ObjectSchema, PropertySchema } from './schema/types.js'

export { renderListing } from './render/listing.js'
export { renderSignatures } from './render/signatures.js'
export { estimateTokens } from './render/tokens.js'
export type { Rendering, RenderOptions } from './render/render.js'

export { parseToolCall } from './calls/parse-tool-call.js'
export { createCallStream, type CallStream } from './calls/call-stream.js'
export {
  resolveCall,
  type Resolution,
  type ResolvedCall,
  type ResolveOptions,
  type ResolveProblem,
} from './calls/resolve.js'
export { effectsOfToolCall, type ToolCallEffects } from './calls/effects.js'

export { handleToolResult, handleToolResults, type ToolResult } from './results/handle-tool-result.js'
export type { CallOrId, ResultOptions } from './results/answer.js'
export type {
  AiSdkResult,
  AnthropicResult,
  GeminiResult,
  McpResult,
  OpenAiResponsesResult,
  OpenAiResult,
  ResultMessage,
  ResultMessages,
} from './results/messages.js'

export { createValidator, type Validator } from './safety/validator.js'
export type { Allowances, CallPolicy, Delegation } from './safety/policy.js'
export type { PathPolicy } from './safety/paths.js'
export type { CommandCall } from './safety/subject.js'
export type { CallDecision, Violation, ViolationCode } from './safety/decision.js'
export { createResultFilter, type ResultFilter, type ResultFilterOptions } from './safety/result-filter.js'
export {
  createRedactor,
  secretsOf,
  type Redaction,
  type RedactionStream,
  type Redactor,
  type RedactorOptions,
  type SecretShape,
} from '@atip/secrets'

export { generateSafetyPrompt, type SafetyPromptOptions } from './prompts/safety-prompt.js'
export { generateUsagePrompt } from './prompts/usage-prompt.js'
export type { PromptOptions } from './prompts/prompt.js'

export {
  createTrustPolicy,
  evaluateTrustLevel,
  TrustLevel,
  type IntegrityResult,
  type ProvenanceResult,
  type SignatureResult,
  type TrustDecision,
  type TrustPolicy,
  type TrustPolicyConfig,
  type TrustPolicySettings,
  type TrustSubject,
  type VerificationResults,
} from '@atip/protocol'
