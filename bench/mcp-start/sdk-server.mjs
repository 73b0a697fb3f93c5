import { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

const greet = {
  name: 'greet',
  description: 'Greet somebody',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Whom to greet' },
      loud: { type: 'boolean', description: 'Shout', default: false },
      times: { type: 'integer', description: 'How often', minimum: 1, default: 1 },
      lang: { enum: ['en', 'de'], description: 'Language', default: 'en' },
    },
    required: ['name'],
    additionalProperties: false,
  },
}

serveStdio(() => {
  const server = new Server({ name: 'hello', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', async () => ({ tools: [greet] }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const { name, loud = false, times = 1, lang = 'en' } = params.arguments
    const text = `${lang === 'de' ? 'Hallo' : 'Hello'} ${name}${loud ? '!' : ''}\n`
    return { content: [{ type: 'text', text: text.repeat(times) }] }
  })
  return server
})
