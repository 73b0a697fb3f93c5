import { defineCli } from 'tooli'
import { VERSION } from './version.js'

/** The command `atip`: what each of its commands takes and does stands in the command's own file. */
export default defineCli({
  name: 'atip',
  version: VERSION,
  description: 'Work with descriptions of command-line tools',
  details:
    'ATIP is how a tool tells agents what it takes and what it does. These commands check, compare and use such descriptions.',
  // Made by the build, beside the program.
  manifest: `${import.meta.dirname}/tooli-manifest.json`,
  commands: {
    validate: {
      description: 'Check descriptions of tools for mistakes',
      load: () => import('./commands/validate.js'),
    },
    lint: {
      description: 'Find what could be better in descriptions of tools',
      load: () => import('./commands/lint.js'),
    },
    diff: {
      description: 'Tell what changed between two descriptions of a tool',
      load: () => import('./commands/diff.js'),
    },
    effects: {
      description: 'Tell what a command line would do, without running it',
      load: () => import('./commands/effects.js'),
    },
    schema: { description: 'Print a JSON Schema', load: () => import('./commands/schema.js') },
  },
})
