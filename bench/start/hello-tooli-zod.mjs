import { command, defineCli } from 'tooli'
import * as z from 'zod'

const greet = command({
  description: 'Greet somebody',
  args: z.object({ name: z.string().describe('Whom to greet') }),
  options: z.object({
    loud: z.boolean().default(false).describe('Shout'),
    times: z.int().min(1).default(1).describe('How often'),
    lang: z.enum(['en', 'de']).default('en').describe('Language'),
  }),
  run({ args, options }) {
    const text = `${options.lang === 'de' ? 'Hallo' : 'Hello'} ${args.name}${options.loud ? '!' : ''}\n`
    return text.repeat(options.times)
  },
})

await defineCli({ name: 'hello', version: '1.0.0', description: 'Says hello', commands: { greet } }).run()
