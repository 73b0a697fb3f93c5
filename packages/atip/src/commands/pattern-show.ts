import { command, EXIT, t, ToolError } from 'tooli'
import { storedPatterns } from '@atip/discover/patterns'
import { HOME_ERRORS, machineHere } from '../home.js'
import { READS } from './parameters.js'
import { PATTERN, patternShown } from './patterns.js'

export const patternShowCommand = command({
  description: 'Show the steps and variables of a pattern in a file',
  args: t.object({ pattern: t.string('The name of the pattern').cli({ placeholder: 'PATTERN' }) }),
  output: PATTERN,
  effects: READS,
  errors: { ...HOME_ERRORS, E3311: 'There is no such pattern' },
  examples: [{ run: 'atip pattern show feature-branch', description: 'Its steps' }],

  run({ args }) {
    const { patterns } = storedPatterns(machineHere())
    const found = patterns.find(({ pattern }) => pattern.name === args.pattern)
    if (found !== undefined) return patternShown(found)
    throw new ToolError('E3311', `there is no pattern ${JSON.stringify(args.pattern)} in a file`, {
      exitCode: EXIT.noInput,
      suggestion: {
        action: 'use_different_tool',
        fix: 'List the patterns',
        example: 'atip pattern list',
        applicability: 'maybe_incorrect',
      },
    })
  },

  text: async (pattern, screen) => (await import('../report/pattern-text.js')).patternText(pattern, screen),
})
