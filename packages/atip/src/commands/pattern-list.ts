import { basename } from 'node:path'
import { storedPatterns } from '@atip/discover/patterns'
import { untilLoaded } from '@atip/guard'
import { command, t } from 'tooli'
import { HOME_ERRORS, machineHere } from '../home.js'
import { knownTools } from '../known-tools.js'
import { TOOL } from './machine.js'
import { READS } from './parameters.js'
import { PATTERN, patternShown, patternsOf } from './patterns.js'

export const patternListCommand = command({
  description: 'List the patterns of this machine, or those for one tool',
  details:
    'Patterns are files in the folder patterns next to the catalog, or are fetched from registries. With a tool, also those that its description has. Patterns from registries are advice and are never run.',
  args: t.object({ tool: TOOL.optional() }),
  output: t.object({
    patterns: t.array(PATTERN),
    ignored: t.array(t.object({ path: t.string(), reason: t.string() }), 'Files that cannot be used'),
  }),
  effects: READS,
  errors: HOME_ERRORS,
  examples: [
    { run: 'atip pattern list', description: 'All patterns in files' },
    { run: 'atip pattern list git', description: 'How git is used here' },
  ],

  async run({ args: { tool: word } }) {
    const machine = machineHere()
    const { patterns, ignored } = storedPatterns(machine)
    if (word === undefined) return { patterns: patterns.map(patternShown), ignored }
    const lookup = knownTools(machine)
    const name = basename(word)
    const tool = await untilLoaded(() => lookup(word))
    const fitting = patterns.filter(({ tools }) => tools.includes(name))
    return { patterns: [...patternsOf(name, tool?.patterns), ...fitting].map(patternShown), ignored }
  },

  text: async (report, screen) => (await import('../report/pattern-text.js')).patternListText(report, screen),
})
