import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    loud: { type: 'boolean' },
    times: { type: 'string', default: '1' },
    lang: { type: 'string', default: 'en' },
  },
})
const [subcommand, name] = positionals
if (subcommand !== 'greet' || name === undefined) throw new Error('usage: hello greet NAME')
const text = `${values.lang === 'de' ? 'Hallo' : 'Hello'} ${name}${values.loud ? '!' : ''}\n`
process.stdout.write(text.repeat(Number(values.times)))
