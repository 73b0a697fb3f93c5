import { Args, Command, Flags } from '@oclif/core'

export default class Greet extends Command {
  static description = 'Greet somebody'
  static args = { name: Args.string({ required: true, description: 'Whom to greet' }) }
  static flags = {
    loud: Flags.boolean({ description: 'Shout', default: false }),
    times: Flags.integer({ description: 'How often', default: 1 }),
    lang: Flags.string({ options: ['en', 'de'], description: 'Language', default: 'en' }),
  }

  async run() {
    const { args, flags } = await this.parse(Greet)
    const text = `${flags.lang === 'de' ? 'Hallo' : 'Hello'} ${args.name}${flags.loud ? '!' : ''}\n`
    process.stdout.write(text.repeat(flags.times))
  }
}
