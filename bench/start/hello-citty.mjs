import { defineCommand, runMain } from 'citty'

const greet = defineCommand({
  meta: { name: 'greet', description: 'Greet somebody' },
  args: {
    name: { type: 'positional', description: 'Whom to greet', required: true },
    loud: { type: 'boolean', description: 'Shout', default: false },
    times: { type: 'string', description: 'How often', default: '1' },
    lang: { type: 'enum', options: ['en', 'de'], description: 'Language', default: 'en' },
  },
  run({ args }) {
    const text = `${args.lang === 'de' ? 'Hallo' : 'Hello'} ${args.name}${args.loud ? '!' : ''}\n`
    process.stdout.write(text.repeat(Number(args.times)))
  },
})

await runMain(
  defineCommand({ meta: { name: 'hello', version: '1.0.0', description: 'Says hello' }, subCommands: { greet } }),
)
