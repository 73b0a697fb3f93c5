import { buildApplication, buildCommand, buildRouteMap, numberParser, run } from '@stricli/core'

const greet = buildCommand({
  docs: { brief: 'Greet somebody' },
  parameters: {
    positional: { kind: 'tuple', parameters: [{ brief: 'Whom to greet', parse: String, placeholder: 'name' }] },
    flags: {
      loud: { kind: 'boolean', brief: 'Shout', default: false },
      times: { kind: 'parsed', parse: numberParser, brief: 'How often', default: '1' },
      lang: { kind: 'enum', values: ['en', 'de'], brief: 'Language', default: 'en' },
    },
  },
  func({ loud, times, lang }, name) {
    const text = `${lang === 'de' ? 'Hallo' : 'Hello'} ${name}${loud ? '!' : ''}\n`
    this.process.stdout.write(text.repeat(times))
  },
})
const routes = buildRouteMap({ routes: { greet }, docs: { brief: 'Says hello' } })
await run(
  buildApplication(routes, { name: 'hello', versionInfo: { currentVersion: '1.0.0' } }),
  process.argv.slice(2),
  { process },
)
