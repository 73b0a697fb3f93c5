import { LintConfigError, lintRules } from '@atip/protocol/lint'
import { command, t, ToolError, type Context } from 'tooli'
import { FILE_ERRORS } from '../documents/errors.js'
import { findFiles, STDIN } from '../documents/find-files.js'
import { CONFIG_ERRORS, readLintConfig, wrongConfig } from '../documents/lint-config.js'
import { lintFile, type LintedFile } from '../documents/lint-file.js'
import { replaceFile, WRITE_ERRORS } from '../documents/write-file.js'
import { PROBLEM, type FileProblem } from '../report/problem.js'
import { forEachFile } from './for-each-file.js'
import { FILES, MAX_WARNINGS, READS } from './parameters.js'

const REPORT = t.object({
  passed: t.boolean('No error, and not more warnings than allowed; if not, the exit code is 1'),
  files: t.integer('How many were looked at'),
  errors: t.integer(),
  warnings: t.integer(),
  infos: t.integer(),
  fixed: t.integer('Problems that --fix fixed'),
  problems: t.array(PROBLEM, 'What is left, by file and place'),
})

const RULES = t.object({
  rules: t.array(
    t.object({ id: t.string(), severity: t.enum(['error', 'warning', 'info']), summary: t.string(), why: t.string() }),
  ),
})

export const lintCommand = command({
  description: 'Suggest improvements to descriptions of tools',
  details:
    'Finds what is valid but misleading: effects that contradict each other, examples that do not run, missing descriptions. Fixes are safe: they never touch an effect, and never change which command lines are accepted.',
  args: t.object({ files: FILES.optional() }),
  options: t.object({
    fix: t
      .boolean('Apply the safe fixes to the files')
      .default(false)
      .cli({ effects: { filesystem: { write: true } } }),
    config: t.path('Levels of rules: {"RULE": "off|info|warning|error"}', { kind: 'file' }).optional().short('c'),
    maxWarnings: MAX_WARNINGS,
    rules: t.boolean('List the rules instead').default(false),
  }),
  output: t.union([REPORT, RULES]),
  effects: READS,
  pager: true,
  dryRun: true,
  errors: { ...FILE_ERRORS, ...CONFIG_ERRORS, ...WRITE_ERRORS },
  examples: [
    { run: 'atip lint git.json', description: 'One file' },
    { run: 'atip lint shims --fix --dry-run', description: 'What --fix would do' },
    {
      run: "atip lint 'shims/*.json' --config lint.json --max-warnings 0",
      description: 'In CI, with rules of your own',
    },
    { run: 'atip lint --rules', description: 'Which rules there are, and why' },
  ],

  async run({ args, options, ctx }) {
    if (options.rules) return { rules: lintRules() }
    const files = findFiles(args.files ?? missing())
    if (options.fix && files.includes(STDIN))
      throw new ToolError('E1004', 'stdin cannot be fixed; name a file, or omit --fix')
    const config = options.config === undefined ? {} : readLintConfig(options.config)
    const problems: FileProblem[] = []
    let fixed = 0
    await forEachFile(files, ctx, async (file) => {
      const linted = attempt(options.config, () => lintFile(file, config, options.fix, files.length === 1))
      problems.push(...linted.problems)
      fixed += linted.fixed.length
      await write(file, linted, ctx)
    })
    const number = (severity: FileProblem['severity']) => problems.filter((one) => one.severity === severity).length
    const [errors, warnings, infos] = [number('error'), number('warning'), number('info')]
    const passed = errors === 0 && warnings <= (options.maxWarnings ?? Infinity)
    if (!passed) ctx.exitWith(1)
    return { passed, files: files.length, errors, warnings, infos, fixed, problems }
  },

  text: async (result, screen) => {
    const { lintText, rulesText } = await import('../report/lint-text.js')
    return 'rules' in result ? rulesText(result.rules, screen) : lintText(result, screen)
  },
})

function missing(): never {
  throw new ToolError('E1005', '<files> is missing', { details: { parameter: 'files' } })
}

/** Turns errors in the configuration, which the rules themselves detect, into errors of the command. */
function attempt<T>(config: string | undefined, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof LintConfigError && config !== undefined
      ? wrongConfig(config, `is wrong: ${error.message}`)
      : error
  }
}

async function write(file: string, { text, fixed, isSigned }: LintedFile, ctx: Context): Promise<void> {
  if (text === undefined) return
  const places = fixed.map(({ rule, pointer }) => `${rule} at ${pointer || 'the top'}`)
  await ctx.effect(`fix ${file}: ${places.join(', ')}`, () => replaceFile(file, text))
  if (isSigned && !ctx.isDryRun) ctx.log(`${file} was signed; the signature is no longer valid, so sign it again`)
}
