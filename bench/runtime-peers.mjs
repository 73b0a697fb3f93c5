/** Functions that make some calls of an empty tool in one batch, with other libraries. */
import { requirePeer } from './peers.mjs'

const parameters = { type: 'object', properties: {}, required: [], additionalProperties: false }

/** One step of `generateText`, with a model that requests all calls at once. */
export function aiSdk() {
  const { generateText, jsonSchema, stepCountIs, tool } = requirePeer('runtime', 'ai')
  const { MockLanguageModelV3 } = requirePeer('runtime', 'ai/test')
  const noop = tool({ description: 'bench', inputSchema: jsonSchema(parameters), execute: async () => 'ok' })
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
  const answer = (content) => ({ content, finishReason: { unified: 'tool-calls', raw: '' }, usage, warnings: [] })
  return async (count) => {
    const calls = ids(count).map((id) => ({ type: 'tool-call', toolCallId: id, toolName: 'noop', input: '{}' }))
    const model = new MockLanguageModelV3({ doGenerate: async () => answer(calls) })
    const { toolResults } = await generateText({ model, tools: { noop }, prompt: 'x', stopWhen: stepCountIs(1) })
    if (toolResults.length !== count) throw new Error('a result is missing')
  }
}

/** A run of an agent, with a model that requests all calls at once and then finishes. */
export function openAiAgents() {
  const { Agent, run, setTracingDisabled, tool, Usage } = requirePeer('runtime', '@openai/agents')
  setTracingDisabled(true)
  const noop = tool({ name: 'noop', description: 'bench', parameters, strict: true, execute: async () => 'ok' })
  const text = { type: 'output_text', text: 'done' }
  const done = { type: 'message', id: 'm', role: 'assistant', status: 'completed', content: [text] }
  return async (count) => {
    const call = { type: 'function_call', name: 'noop', status: 'completed', arguments: '{}' }
    const turns = [ids(count).map((id) => ({ ...call, id, callId: id })), [done]]
    const model = { getResponse: async () => ({ usage: new Usage(), output: turns.shift() }) }
    const { newItems } = await run(new Agent({ name: 'bench', model, tools: [noop] }), 'x')
    if (newItems.length !== 2 * count + 1) throw new Error('a result is missing')
  }
}

const ids = (count) => Array.from({ length: count }, (_, index) => `call_${index}`)
