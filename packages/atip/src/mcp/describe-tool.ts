import { command, t } from 'tooli'
import { OWN_READS } from './effects.js'

export const describeTool = command({
  description: 'Effects, arguments and options of a command',
  args: t.object({ command: t.string() }),
  options: t.object({ about: t.string().optional() }),
  output: t.record(t.unknown()),
  effects: OWN_READS,
  run: async ({ args, options }) =>
    (await import('./describe-command.js')).describeCommand(args.command, options.about),
})
