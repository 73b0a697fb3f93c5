import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'

const inputSchema = z.object({
  name: z.string().describe('Whom to greet'),
  loud: z.boolean().default(false).describe('Shout'),
  times: z.int().min(1).default(1).describe('How often'),
  lang: z.enum(['en', 'de']).default('en').describe('Language'),
})

serveStdio(() => {
  const server = new McpServer({ name: 'hello', version: '1.0.0' })
  server.registerTool('greet', { description: 'Greet somebody', inputSchema }, async ({ name, loud, times, lang }) => {
    const text = `${lang === 'de' ? 'Hallo' : 'Hello'} ${name}${loud ? '!' : ''}\n`
    return { content: [{ type: 'text', text: text.repeat(times) }] }
  })
  return server
})
