import { command, defineCli, t } from 'tooli'

const greet = command({
  description: 'Greet somebody',
  args: t.object({ name: t.string('Whom to greet') }),
  options: t.object({
    loud: t.boolean('Shout').default(false),
    times: t.integer('How often').min(1).default(1),
    lang: t.enum(['en', 'de'], 'Language').default('en'),
  }),
  run({ args, options }) {
    const text = `${options.lang === 'de' ? 'Hallo' : 'Hello'} ${args.name}${options.loud ? '!' : ''}\n`
    return text.repeat(options.times)
  },
})

await defineCli({ name: 'hello', version: '1.0.0', description: 'Says hello', commands: { greet } }).run()
