import { command, t, ToolError } from 'tooli'
import { homeFolder } from '../home.js'
import { FILE_ERRORS } from '../documents/errors.js'
import { readBytes, toText } from '../documents/read-file.js'
import { decideLine, MODES, type Mode } from '@atip/guard'
import { knownTools } from '../known-tools.js'
import { READS } from './parameters.js'
import { policiesBy, POLICY_OPTIONS } from './policies.js'

const DECISIONS = ['allow', 'ask', 'deny'] as const

const REPORT = t.object({
  passed: t.boolean('Every line came out as expected; if not, the exit code is 1'),
  cases: t.integer(),
  failures: t.array(
    t.object({
      file: t.string(),
      case: t.integer('Counted from 1'),
      line: t.string(),
      expect: t.enum(DECISIONS),
      found: t.enum(DECISIONS),
      reasons: t.array(t.string()),
    }),
  ),
})

export const policyTestCommand = command({
  description: 'Test that your policies decide as you expect',
  details:
    'A file is a JSON list, or lines of JSON, of {"line", "expect"}; "cwd", "home" and "mode" may stand beside them. Nothing is run.',
  args: t.object({
    files: t
      .array(t.path('A file', { kind: 'file' }), 'Files with cases')
      .min(1)
      .cli({ placeholder: 'FILE' }),
  }),
  options: t.object(POLICY_OPTIONS),
  output: REPORT,
  effects: READS,
  errors: FILE_ERRORS,
  examples: [{ run: 'atip policy test cases.jsonl', description: 'In CI, for the policy of a project' }],

  async run({ args, options, ctx }) {
    const policiesAt = policiesBy(options.policy)
    const lookup = knownTools()
    const cases = args.files.flatMap((file) => casesIn(file))
    const failures = []
    for (const { file, number, line, expect, cwd, home, mode = options.mode } of cases) {
      const policies = await policiesAt(cwd, home)
      const decided = await decideLine(line, { lookup, cwd, home, policies, mode })
      if (decided.decision === expect) continue
      const reasons = decided.commands.filter(({ decision }) => decision === decided.decision)
      failures.push({
        file,
        case: number,
        line,
        expect,
        found: decided.decision,
        reasons: reasons.map(({ reason }) => reason),
      })
    }
    if (failures.length > 0) ctx.exitWith(1)
    return { passed: failures.length === 0, cases: cases.length, failures }
  },

  text: async (report, screen) => (await import('../report/policy-text.js')).policyTestText(report, screen),
})

interface Case {
  file: string
  number: number
  line: string
  expect: (typeof DECISIONS)[number]
  cwd: string
  home: string
  mode?: Mode
}

function casesIn(file: string): Case[] {
  const text = toText(readBytes(file)).trim()
  const values = text.startsWith('[')
    ? (parsed(text, file) as unknown[])
    : text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line, index) => parsed(line, `${file}, line ${index + 1}`))
  if (values.length === 0) throw new ToolError('E1004', `there is no case in ${JSON.stringify(file)}`)
  return values.map((value, index) => caseIn(value, file, index + 1))
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ToolError('E1007', `${where} is not JSON: ${(error as Error).message}`, { cause: error })
  }
}

function caseIn(value: unknown, file: string, number: number): Case {
  const { line, expect, cwd = process.cwd(), home = homeFolder(), mode } = (value ?? {}) as Record<string, unknown>
  const wrong = (field: string, wanted: string) =>
    new ToolError('E1004', `case ${number} of ${JSON.stringify(file)}: "${field}" must be ${wanted}`)
  if (typeof line !== 'string') throw wrong('line', 'text')
  if (!DECISIONS.includes(expect as 'ask')) throw wrong('expect', DECISIONS.join(', '))
  if (typeof cwd !== 'string') throw wrong('cwd', 'text')
  if (typeof home !== 'string') throw wrong('home', 'text')
  if (mode !== undefined && !MODES.includes(mode as Mode)) throw wrong('mode', MODES.join(', '))
  return {
    file,
    number,
    line,
    expect: expect as Case['expect'],
    cwd,
    home,
    ...(mode !== undefined && { mode: mode as Mode }),
  }
}
