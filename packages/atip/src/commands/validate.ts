import { validate } from '@atip/protocol'
import { command, t } from 'tooli'
import { FILE_ERRORS } from '../documents/errors.js'
import { findFiles } from '../documents/find-files.js'
import { bytesOf, problemsInFile } from '../documents/file-problems.js'
import { PROBLEM, type FileProblem } from '../report/problem.js'
import { nameProblems } from '../documents/shim-name.js'
import { forEachFile } from './for-each-file.js'
import { FILES, MAX_WARNINGS, READS } from './parameters.js'

const REPORT = t.object({
  passed: t.boolean('No error, and not more warnings than allowed; if not, the exit code is 1'),
  files: t.integer('How many were checked'),
  errors: t.integer(),
  warnings: t.integer(),
  problems: t.array(PROBLEM, 'All of them, by file and place'),
  unlisted: t.integer('Problems beyond the first 1000 of a file'),
})

export const validateCommand = command({
  description: 'Check descriptions of tools for mistakes',
  details:
    'Every problem has a rule, a place and advice. The strict profile is for authors: what makes a description hard to use well is an error too.',
  args: t.object({ files: FILES }),
  options: t.object({
    profile: t.enum(['default', 'strict'], 'What counts as an error').default('default').short('p'),
    maxWarnings: MAX_WARNINGS,
  }),
  output: REPORT,
  effects: READS,
  pager: true,
  errors: FILE_ERRORS,
  examples: [
    { run: 'atip validate git.json', description: 'One file' },
    {
      run: "atip validate 'shims/**/*.json' --profile strict",
      description: 'All below a folder, as an author would',
    },
    { run: 'git --agent | atip validate -', description: "A tool's own description" },
    { run: 'atip validate shims --max-warnings 0', description: 'In CI: no warning either' },
  ],

  async run({ args, options, ctx }) {
    const files = findFiles(args.files)
    const problems: FileProblem[] = []
    let unlisted = 0
    await forEachFile(files, ctx, (file) => {
      const bytes = bytesOf(file, files.length === 1)
      if ('problem' in bytes) return void problems.push(bytes.problem)
      const result = validate(bytes, { profile: options.profile })
      unlisted += result.dropped
      const reports = [...result.problems, ...nameProblems(file, bytes)]
      problems.push(...problemsInFile(file, bytes, reports).map(({ problem }) => problem))
    })
    const errors = problems.filter(({ severity }) => severity === 'error').length
    const warnings = problems.length - errors
    const passed = errors === 0 && warnings + unlisted <= (options.maxWarnings ?? Infinity)
    if (!passed) ctx.exitWith(1)
    return { passed, files: files.length, errors, warnings, problems, unlisted }
  },

  text: async (report, screen) => (await import('../report/check-text.js')).checkText(report, screen),
})
