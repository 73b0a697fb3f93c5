/** An agent on Anthropic's Messages API. */
import { handleToolResults, parseToolCall } from 'atip-bridge'
import { textForModel } from '@atip/runtime'
import { post } from './notes-runtime.mjs'

export async function ask(url, question, runtime) {
  const surface = runtime.surface()
  const tools = surface.loaded.map(({ name, description, input }) => ({ name, description, input_schema: input }))
  const messages = [{ role: 'user', content: question }]
  for (;;) {
    const response = await post(`${url}/v1/messages`, { model: 'claude', max_tokens: 1024, messages, tools })
    messages.push({ role: 'assistant', content: response.content })
    const calls = parseToolCall('anthropic', response)
    if (calls.length === 0) return response.content.map(({ text }) => text).join('')
    const results = await runtime.run(surface, calls).results
    const answers = results.map((result, index) => ({
      call: calls[index],
      result: textForModel(result),
      isError: result.is_error,
    }))
    messages.push(...handleToolResults('anthropic', answers))
  }
}
