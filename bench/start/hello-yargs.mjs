import yargs from 'yargs'
import { hideBin } from 'yargs/helpers'

await yargs(hideBin(process.argv))
  .command(
    'greet <name>',
    'Greet somebody',
    (builder) =>
      builder
        .positional('name', { type: 'string', describe: 'Whom to greet' })
        .option('loud', { type: 'boolean', describe: 'Shout', default: false })
        .option('times', { type: 'number', describe: 'How often', default: 1 })
        .option('lang', { choices: ['en', 'de'], describe: 'Language', default: 'en' }),
    ({ name, loud, times, lang }) => {
      const text = `${lang === 'de' ? 'Hallo' : 'Hello'} ${name}${loud ? '!' : ''}\n`
      process.stdout.write(text.repeat(times))
    },
  )
  .parseAsync()
