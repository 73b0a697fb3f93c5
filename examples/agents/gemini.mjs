/** An agent on Google's Gemini API. */
import { handleToolResults, parseToolCall } from 'atip-bridge'
import { textForModel } from '@atip/runtime'
import { post } from './notes-runtime.mjs'

export async function ask(url, question, runtime) {
  const surface = runtime.surface()
  const functionDeclarations = surface.loaded.map(({ name, description, input }) => ({
    name,
    description,
    parametersJsonSchema: input,
  }))
  const contents = [{ role: 'user', parts: [{ text: question }] }]
  for (;;) {
    const body = { contents, tools: [{ functionDeclarations }] }
    const { candidates } = await post(`${url}/v1beta/models/gemini:generateContent`, body)
    const { content } = candidates[0]
    contents.push(content)
    const calls = parseToolCall('gemini', content)
    if (calls.length === 0) return content.parts.map(({ text }) => text).join('')
    const results = await runtime.run(surface, calls).results
    const answers = results.map((result, index) => ({
      call: calls[index],
      result: textForModel(result),
      isError: result.is_error,
    }))
    contents.push(...handleToolResults('gemini', answers))
  }
}
