import { command, t, ToolError } from 'tooli'
import { ASK_MODES, HOST_NAMES, hookCommand, HOSTS, textOf } from '../hooks/index.js'
import { READS } from './parameters.js'

export const agentHookCommand = command({
  description: 'Check each shell line and file edit of a coding agent before it runs',
  details:
    "Agents call this; atip install sets it up. Reads the pending call as JSON on stdin and replies in that agent's format; any failure results in a denial. --print-settings prints the configuration to add to the agent by hand; -o json adds the name of the file.",
  args: t.object({ agent: t.enum(HOST_NAMES, 'Which agent') }),
  options: t.object({
    ask: t
      .enum(
        ASK_MODES,
        "When a call needs a human: host lets the agent prompt you; pass leaves the decision to the agent's own rules; deny refuses. Default: host for claude-code and cursor, and for codex if it can prompt; otherwise deny",
      )
      .optional(),
    printSettings: t.boolean('Print the configuration to add to the agent, and do nothing else').default(false),
    program: t.string('The name or path by which the agent starts atip').default('atip'),
  }),
  output: t.object({
    agent: t.string(),
    file: t.string('The file for one user'),
    projectFile: t.string('The file for one project'),
    text: t.string('The configuration; for opencode the whole file'),
  }),
  effects: READS,
  defaultOutput: () => 'text',
  examples: [
    { run: 'atip hook claude-code --print-settings', description: 'What to put into ~/.claude/settings.json' },
    { run: 'atip hook opencode --print-settings > .opencode/plugin/atip.js', description: 'opencode takes a plugin' },
  ],

  run({ args, options }) {
    if (!options.printSettings) {
      // Hook calls are answered before the framework is loaded, by code that supports no other option.
      throw new ToolError(
        'E1006',
        'give a hook only the name of the agent and --ask; for the other options, add --print-settings',
      )
    }
    const words = options.ask === undefined ? [] : ['--ask', options.ask]
    const settings = HOSTS[args.agent].settings(hookCommand(args.agent, options.program, words))
    const { file, projectFile, pieces } = settings
    return { agent: args.agent, file, projectFile, text: textOf(pieces) }
  },

  text: async ({ text }) => text,
})
