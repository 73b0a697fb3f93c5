import { quoteLine } from '@atip/protocol'
import { command } from '../callable/command.js'
import type { CliDefinition, Command, CommandMap } from '../define/types.js'
import { ToolError, type Suggestion } from '../errors/error.js'
import { t } from '../schema/t.js'
import { firstDifference, isGenerated, readSkill, SKILL_ERRORS, writeSkill } from './skill-file.js'
import { nameLine, skillName, skillText } from './skill-text.js'

const STDOUT = '-'

/**
 * The built-in `skill`: writes the SKILL.md of a tool, or checks that it is up to date. `call` is the line that calls
 * it.
 */
export function skillCommand(cli: CliDefinition<CommandMap>, call = [cli.name, 'skill']): Command {
  const folder = `.claude/skills/${skillName(cli)}/SKILL.md`
  const line = (...words: string[]) => quoteLine([...call, ...words])
  const skill = command({
    description: 'Write SKILL.md, which tells coding agents how to use this tool',
    details: `Agents find it in a folder called ${skillName(cli)}. A file that was not written by this command is kept.`,
    args: t.object({
      file: t.path('Where to write it; - prints it', { kind: 'file' }).default('SKILL.md'),
    }),
    options: t.object({
      check: t.boolean('Write nothing; fail if the file is missing or out of date').default(false),
      force: t.boolean('Write over a file that was not written by this command').default(false),
    }),
    output: t.union([
      t.object({ file: t.string(), changed: t.boolean('Whether it was written; if not, it was as it should be') }),
      t.string('The text, where it is printed'),
    ]),
    effects: {
      filesystem: { read: true, write: true, delete: false },
      network: false,
      subprocess: false,
      idempotent: true,
    },
    dryRun: true,
    examples: [
      { run: line(folder), description: 'Where Claude Code looks for it' },
      { run: line('--check'), description: 'In CI: is SKILL.md up to date?' },
      { run: line(STDOUT), description: 'Only look at it' },
    ],
    errors: SKILL_ERRORS,
    defaultOutput: ({ file }) => (file === STDOUT ? 'raw' : undefined),

    async run({ args: { file }, options: { check, force }, ctx }) {
      const text = await skillText(cli)
      if (file === STDOUT) {
        if (check) throw new ToolError('E1004', '--check compares a file; name one, or leave out --check')
        return text
      }
      const found = await readSkill(file)
      if (found === text) return { file, changed: false }
      const isKept = found !== undefined && !isGenerated(found, nameLine(cli))
      if (isKept && !force) throw notOurs(file, line)
      if (check) throw outOfDate(file, found, text, line(file, ...(isKept ? ['--force'] : [])))
      await ctx.effect(`write ${file}`, () => writeSkill(file, text))
      return { file, changed: true }
    },

    text(result) {
      if (typeof result === 'string') return result
      return result.changed ? `wrote ${result.file}` : `${result.file} is up to date`
    },
  })
  return skill as unknown as Command
}

type Line = (...words: string[]) => string

function notOurs(file: string, line: Line): ToolError {
  return new ToolError('E3911', `${JSON.stringify(file)} was not written by this command for this tool, and is kept`, {
    details: { file },
    suggestion: {
      action: 'ask_user',
      fix: 'Name another file, or allow this one to be replaced',
      example: line(file, '--force'),
      applicability: 'maybe_incorrect',
    },
  })
}

function outOfDate(file: string, found: string | undefined, text: string, example: string): ToolError {
  const suggestion: Suggestion = {
    action: 'retry_with_modified_input',
    fix: 'Write it again',
    example,
    applicability: 'machine_applicable',
  }
  const name = JSON.stringify(file)
  if (found === undefined) return new ToolError('E3910', `${name} is missing`, { suggestion, details: { file } })
  const place = firstDifference(found, text)!
  const from = Math.max(0, place.column - BEFORE)
  const [is, should] = [excerpt(place.found, from), excerpt(place.expected, from)]
  const message = `${name} is out of date: line ${place.line} is ${is}, and should be ${should}`
  return new ToolError('E3910', message, { suggestion, details: { file, ...place } })
}

/** Limits for long lines, of which only the differing part is shown. */
const BEFORE = 40
const LONGEST = 100

function excerpt(line: string | undefined, from: number): string {
  if (line === undefined) return 'not there'
  const part = line.slice(from, from + LONGEST).toWellFormed()
  return JSON.stringify(`${from > 0 ? '…' : ''}${part}${from + LONGEST < line.length ? '…' : ''}`)
}
