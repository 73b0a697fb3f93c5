import { isReader } from '../../effects/reader.js'
import { code, inline } from '../markdown/markdown.js'
import type { SkillCommand, SkillTool } from '../tool/skill-tool.js'
import { names } from './calling.js'

/** How much the skill says about codes, as about commands. */
export type ErrorDetail = 'full' | 'codes' | 'none'

/** The possible errors, and what to do then. */
export function errors({ commands, flag }: SkillTool, detail: ErrorDetail): string[] {
  const own = ownLines(commands, detail)
  return [
    '`error` holds `code`, `category`, `message`, `is_retryable`, `details` and `suggestion`. Do what `suggestion.fix` says; `suggestion.example` is a whole command line, to be run as it is if `suggestion.applicability` is `machine_applicable`. Repeat an unchanged call only if `is_retryable`.',
    ...(own.length > 0 ? ['Of this tool:', own.join('\n')] : []),
    'Of every tool of its kind:',
    frameworkLines(commands, flag).join('\n'),
  ]
}

function ownLines(commands: readonly SkillCommand[], detail: ErrorDetail): string[] {
  if (detail === 'none') return []
  const users = new Map<string, SkillCommand[]>()
  for (const command of commands) {
    for (const [id, meaning] of command.errors) {
      const line = `- ${code(id)}: ${inline(meaning)}`
      users.set(line, [...(users.get(line) ?? []), command])
    }
  }
  const isEverywhere = (those: readonly SkillCommand[]) => those.length === commands.length
  return [...users]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([line, those]) => (detail === 'codes' || isEverywhere(those) ? line : `${line} (${names(those)})`))
}

/** Only for tools that change something. */
const changeLines = (yes: string | undefined) => [
  `- \`E3900\`: a confirmation is needed: ask the user${yes ? `, then add \`${yes}\`` : ' to do it on a terminal'}.`,
  '- `E3901`: refused by policy: tell the user, do not work around it.',
  '- `E3902`: the idempotency key belongs to another request: use a new one.',
  '- `E3903`: the user said no: stop.',
  '- `E4904`: a call with this idempotency key is still running: wait, then repeat the call.',
  '- `E4905`: the answer for the idempotency key cannot be kept: tell the user.',
]

/** The framework's own codes that this tool can return. */
function frameworkLines(commands: readonly SkillCommand[], flag: SkillTool['flag']): string[] {
  const refusesDryRun = commands.some(({ dryRun, effects }) => !dryRun && !isReader(effects))
  const isReadOnly = commands.every(
    ({ effects, parameters }) => isReader(effects) && parameters.every((parameter) => parameter.effects === undefined),
  )
  return [
    '- `E1000` to `E1007`: the line or the JSON is wrong, and nothing was done: correct it.',
    '- `E1008`: a file named in the line cannot be read: give another.',
    ...(refusesDryRun ? ['- `E1009`: this command has no dry run: ask the user instead.'] : []),
    '- `E1010`: a configuration file or variable is broken: tell the user.',
    ...(isReadOnly ? [] : changeLines(flag('yes'))),
    `- \`E4900\`: out of time, and what had begun was not undone: look at what was done, then allow more ${flag('timeout') ? `\`${flag('timeout')}\`` : 'time'}.`,
    '- `E4901`: cancelled.',
    '- `E5000` to `E5002`: a defect of the tool: report it, do not repeat.',
    '- Others by their first digit: 1 wrong input, 2 not logged in or not allowed, 3 the state of things forbids it, 4 failed on the way, 5 defect.',
  ]
}

/** The exit codes of the process. */
export function exitCodes(): string[] {
  return [
    '0 done; 1 failed; 2 wrong arguments or input; 66 a file cannot be read; 73 a file cannot be written; 74 the result cannot be written; 75 failed for now, try again; 77 not allowed: login, confirmation or policy; 78 wrong configuration; 130 cancelled. With `"ok": true`, a code other than 0 is a verdict, as linters give one; `meta.exit_code` has it.',
  ]
}
