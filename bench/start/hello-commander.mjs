import { Command, Option } from 'commander'

const program = new Command('hello').version('1.0.0').description('Says hello')
program
  .command('greet')
  .description('Greet somebody')
  .argument('<name>', 'Whom to greet')
  .option('--loud', 'Shout', false)
  .option('--times <n>', 'How often', Number, 1)
  .addOption(new Option('--lang <lang>', 'Language').choices(['en', 'de']).default('en'))
  .action((name, options) => {
    const text = `${options.lang === 'de' ? 'Hallo' : 'Hello'} ${name}${options.loud ? '!' : ''}\n`
    process.stdout.write(text.repeat(options.times))
  })
await program.parseAsync()
