import { command, t } from 'tooli'
import { OWN_READS } from './effects.js'

export const searchTools = command({
  description: 'Find commands for a task in plain words',
  args: t.object({ query: t.string() }),
  output: t.object({ hits: t.array(t.string()) }),
  effects: OWN_READS,
  run: async ({ args }) => ({ hits: await (await import('./find-commands.js')).findCommands(args.query) }),
})
