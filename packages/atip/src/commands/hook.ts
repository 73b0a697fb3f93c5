import { command, t, ToolError } from 'tooli'
import { HOST_NAMES, hookCommand, HOSTS } from '../hooks/index.js'
import { READS } from './parameters.js'

export const agentHookCommand = command({
  description: 'Judge the shell lines of a coding agent before it runs them',
  details:
    'An agent starts this as its hook and tells on stdin what it wants to run; the answer is in its own form, and every failure is a no. With --print-settings, what must stand in the settings of the agent for that; with -o json, also the name of the file.',
  args: t.object({ agent: t.enum(HOST_NAMES, 'Which agent') }),
  options: t.object({
    ask: t
      .enum(
        ['host', 'deny'],
        'Who decides what a person should: the agent, by asking, or nobody; by default, what it can',
      )
      .optional(),
    printSettings: t.boolean('Print the settings that make the agent ask, and do nothing else').default(false),
    program: t.string('How the settings call this program, as a name or a path').default('atip'),
  }),
  output: t.object({
    agent: t.string(),
    file: t.string('The file it belongs into, for one person'),
    projectFile: t.string('The same for one project'),
    text: t.string('What the file must say; for opencode it is the whole file'),
  }),
  effects: READS,
  defaultOutput: () => 'text',
  examples: [
    { run: 'atip hook claude-code --print-settings', description: 'What to put into ~/.claude/settings.json' },
    { run: 'atip hook opencode --print-settings > .opencode/plugin/atip.js', description: 'opencode takes a plugin' },
  ],

  run({ args, options }) {
    if (!options.printSettings) {
      // `bin/atip.cjs` answers agents before the framework is loaded: nothing else may stand on such a line.
      throw new ToolError('E1006', 'as a hook, it takes the name of the agent and --ask, and nothing else')
    }
    const words = options.ask === undefined ? [] : ['--ask', options.ask]
    const settings = HOSTS[args.agent].settings(hookCommand(args.agent, options.program, words))
    return { agent: args.agent, ...settings }
  },

  text: async ({ text }) => text,
})
