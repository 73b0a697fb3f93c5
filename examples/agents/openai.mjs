/** An agent on OpenAI's Chat Completions API, and on the many servers that speak it. */
import { handleToolResults, parseToolCall } from 'atip-bridge'
import { textForModel } from '@atip/runtime'
import { post } from './notes-runtime.mjs'

export async function ask(url, question, runtime) {
  const surface = runtime.surface()
  const tools = surface.loaded.map(({ name, description, input }) => ({
    type: 'function',
    function: { name, description, parameters: input },
  }))
  const messages = [{ role: 'user', content: question }]
  for (;;) {
    const { choices } = await post(`${url}/v1/chat/completions`, { model: 'gpt', messages, tools })
    const { message } = choices[0]
    messages.push(message)
    const calls = parseToolCall('openai', message)
    if (calls.length === 0) return message.content
    const results = await runtime.run(surface, calls).results
    const answers = results.map((result, index) => ({
      call: calls[index],
      result: textForModel(result),
      isError: result.is_error,
    }))
    messages.push(...handleToolResults('openai', answers))
  }
}
