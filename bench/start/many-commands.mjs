/** A tool of a thousand commands, each in a module of its own that is loaded when it is called. */
import { command, defineCli, t } from 'tooli'

const one = (name) => ({
  description: `Does ${name}`,
  load: async () =>
    command({
      description: `Does ${name}`,
      options: t.object({ fast: t.boolean('Hurry').default(false) }),
      run: () => name,
    }),
})
const commands = Object.fromEntries(
  Array.from({ length: 1000 }, (_, index) => [`command-${index}`, one(`command-${index}`)]),
)

await defineCli({ name: 'many', version: '1.0.0', description: 'A thousand commands', commands }).run()
