import { basename } from 'node:path'
import { command, EXIT, t, ToolError } from 'tooli'
import { CrawlFailure } from '../failure.js'
import { CRAWLER_ERRORS } from './places.js'

export const generateCommand = command({
  description: 'Write a shim for one program of this machine',
  details:
    'Reads the manual page and completions of the program and asks it for help, in the sandbox. Prints the shim.',
  args: t.object({ binary: t.path('The program', { kind: 'file' }).cli({ placeholder: 'BINARY' }) }),
  options: t.object({
    name: t.string('The name of the tool; default: that of the file').optional(),
    toolVersion: t.string('The version of the tool; --version does the same'),
    depth: t.integer('How many levels of commands to describe').min(0).max(8).default(1),
  }),
  output: t.unknown('A shim'),
  effects: {
    filesystem: { read: true, write: false, delete: false },
    network: false,
    subprocess: true,
    destructive: false,
    idempotent: true,
  },
  errors: CRAWLER_ERRORS,
  examples: [
    {
      run: 'atip-crawler generate /usr/bin/mytool --name mytool --tool-version 1.0.0',
      description: 'For a contribution',
    },
  ],

  async run({ args, options, ctx }) {
    const { generateShim } = await import('../crawl/generate.js')
    const { name = basename(args.binary), toolVersion: version, depth } = options
    try {
      const shim = await generateShim(args.binary, { name, version, depth, signal: ctx.signal })
      return { ...shim, _generation: { ...(shim._generation as object), timestamp: new Date().toISOString() } }
    } catch (error) {
      if (!(error instanceof CrawlFailure)) throw error
      const exitCode = error.code === 'not-found' ? EXIT.noInput : EXIT.failure
      throw new ToolError('E3403', error.message, { exitCode, cause: error })
    }
  },

  // For `> FILE`: what is printed is the shim.
  text: (shim) => JSON.stringify(shim, undefined, 2),
})
