import { cli } from 'gunshi'

const greet = {
  name: 'greet',
  description: 'Greet somebody',
  args: {
    name: { type: 'positional', description: 'Whom to greet' },
    loud: { type: 'boolean', description: 'Shout', default: false },
    times: { type: 'number', description: 'How often', default: 1 },
    lang: { type: 'enum', choices: ['en', 'de'], description: 'Language', default: 'en' },
  },
  run({ values }) {
    const text = `${values.lang === 'de' ? 'Hallo' : 'Hello'} ${values.name}${values.loud ? '!' : ''}\n`
    process.stdout.write(text.repeat(values.times))
  },
}

await cli(
  process.argv.slice(2),
  { name: 'hello', run() {} },
  { name: 'hello', version: '1.0.0', renderHeader: null, subCommands: { greet } },
)
