import { FastMCP } from 'fastmcp'
import { z } from 'zod'

const server = new FastMCP({ name: 'hello', version: '1.0.0' })
server.addTool({
  name: 'greet',
  description: 'Greet somebody',
  parameters: z.object({
    name: z.string().describe('Whom to greet'),
    loud: z.boolean().default(false).describe('Shout'),
    times: z.int().min(1).default(1).describe('How often'),
    lang: z.enum(['en', 'de']).default('en').describe('Language'),
  }),
  execute: async ({ name, loud, times, lang }) =>
    `${lang === 'de' ? 'Hallo' : 'Hello'} ${name}${loud ? '!' : ''}\n`.repeat(times),
})
server.start({ transportType: 'stdio' })
