/** An agent on the Vercel AI SDK: the SDK makes the requests, the runtime runs the calls. */
import { generateText, isStepCount, jsonSchema, tool } from 'ai'
import { textForModel } from '@atip/runtime'

export async function ask(model, question, runtime) {
  const surface = runtime.surface()
  const tools = surface.loaded.map(({ name, description, input }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema(input),
      execute: async (given, { toolCallId, abortSignal }) => {
        const calls = [{ id: toolCallId, name, input: given }]
        const [result] = await runtime.run(surface, calls, { signal: abortSignal }).results
        return textForModel(result)
      },
    }),
  ])
  const { text } = await generateText({
    model,
    prompt: question,
    tools: Object.fromEntries(tools),
    stopWhen: isStepCount(10),
  })
  return text
}
