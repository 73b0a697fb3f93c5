import { Cli, z } from 'incur'

Cli.create('hello', { description: 'Says hello', version: '1.0.0' })
  .command('greet', {
    description: 'Greet somebody',
    args: z.object({ name: z.string().describe('Whom to greet') }),
    options: z.object({
      loud: z.boolean().default(false).describe('Shout'),
      times: z.number().default(1).describe('How often'),
      lang: z.enum(['en', 'de']).default('en').describe('Language'),
    }),
    run({ args, options }) {
      const text = `${options.lang === 'de' ? 'Hallo' : 'Hello'} ${args.name}${options.loud ? '!' : ''}\n`
      return { text: text.repeat(options.times) }
    },
  })
  .serve()
