import { quoteLine } from '@atip/protocol'
import { command } from '../callable/command.js'
import type { Context } from '../define/context.js'
import type { CliDefinition, Command, CommandMap } from '../define/types.js'
import { ToolError } from '../errors/error.js'
import { printable } from '../output/controls.js'
import type { InputOf } from '../schema/standard.js'
import { t } from '../schema/t.js'
import type { SurfaceChange } from './change.js'
import { compareContracts, type ReadContract } from './compare.js'
import {
  brokenSnapshot,
  checkOwner,
  CONTRACT_CODES,
  currentContract,
  readSnapshot,
  readText,
  writeSnapshot,
} from './snapshot.js'

const STDOUT = '-'

export const CONTRACT_FILE = 'tooli-contract.json'

const CHANGE = t.object({
  kind: t.string('What happened, in short'),
  path: t.array(t.string(), 'The command, from the tool down'),
  parameter: t.string('The argument or option it is about').optional(),
  before: t.unknown().optional(),
  after: t.unknown().optional(),
  breaking: t.boolean('Whether callers that relied on it may fail'),
  message: t.string('The change as a sentence'),
})

const REPORT = t.object({
  file: t.string(),
  changed: t.boolean('Whether the file was, or would have to be, written anew'),
  changes: t.array(CHANGE, 'With --check: in what the code differs from the file').optional(),
})

interface Report {
  file: string
  changed: boolean
  changes?: SurfaceChange[] | undefined
}

/**
 * The built-in `contract`: writes a snapshot of a tool's surface, or checks that nothing broke since. `words` is the
 * line that calls it.
 */
export function contractCommand(
  cli: CliDefinition<CommandMap>,
  words: readonly string[] = [cli.name, 'contract'],
): Command {
  const line = (...more: string[]) => quoteLine([...words, ...more])
  const again = (file: string) => (file === CONTRACT_FILE ? line() : line(file))
  const contract = command({
    description: 'Write a snapshot of all that callers rely on, or check that nothing of it broke',
    details:
      'Commit the file. With --check nothing is written, and a change that breaks callers fails with a sentence for each.',
    args: t.object({
      file: t.path('The snapshot; - prints it', { kind: 'file' }).default(CONTRACT_FILE).cli({ placeholder: 'FILE' }),
    }),
    options: t.object({
      check: t.boolean('Compare the snapshot with the code, and write nothing').default(false),
      strict: t.boolean('With --check: fail on any difference').default(false),
    }),
    output: t.union([REPORT, t.string('The text, where it is printed')]),
    effects: {
      filesystem: { read: true, write: true, delete: false },
      network: false,
      subprocess: false,
      destructive: false,
      idempotent: true,
    },
    dryRun: true,
    errors: {
      [CONTRACT_CODES.broken]: 'The code breaks the contract',
      [CONTRACT_CODES.drifted]: 'The code differs from the contract (--strict)',
      [CONTRACT_CODES.unusable]: 'The snapshot is missing, broken or of a later format',
      [CONTRACT_CODES.notOurs]: 'The file holds something else',
    },
    examples: [
      { run: line(), description: 'After a release: keep what is promised' },
      { run: line('--check'), description: 'In CI: has something broken?' },
    ],
    defaultOutput: ({ file }) => (file === STDOUT ? 'raw' : undefined),
    async run({ args: { file }, options, ctx }) {
      const isCheck = options.check || options.strict
      if (file === STDOUT && isCheck) throw new ToolError('E1004', '--check compares a file; name one')
      if (file === STDOUT) return (await currentContract(cli)).text
      const report = isCheck ? check(cli, file, options.strict, again(file)) : write(cli, file, ctx)
      // The compiler expects keys that allow anything to be optional.
      return (await report) as InputOf<typeof REPORT>
    },
    text: (report) => (typeof report === 'string' ? report : reportText(report as Report, again(report.file))),
  })
  return contract as unknown as Command
}

async function write(cli: CliDefinition<CommandMap>, file: string, ctx: Context): Promise<Report> {
  const { text } = await currentContract(cli)
  const old = await readText(file)
  if (old === text) return { file, changed: false }
  if (old !== undefined) checkOwner(old, file, cli.name)
  await ctx.effect(`write ${file}`, () => writeSnapshot(file, text))
  return { file, changed: true }
}

async function check(cli: CliDefinition<CommandMap>, file: string, isStrict: boolean, line: string): Promise<Report> {
  const before = await readSnapshot(file, line)
  const changes = changesSince(before, await currentContract(cli), file, line)
  const broken = changes.filter(({ breaking }) => breaking)
  if (broken.length > 0) {
    const head = `${count(broken.length, 'change')} since ${before.contract.version} ${broken.length === 1 ? 'breaks' : 'break'} the contract`
    throw failure(
      CONTRACT_CODES.broken,
      head,
      broken,
      changes,
      `Take ${broken.length === 1 ? 'it' : 'them'} back; or, if meant, raise the major version and write the contract again`,
      line,
    )
  }
  if (isStrict && changes.length > 0) {
    const head = `${count(changes.length, 'change')} since ${before.contract.version} ${changes.length === 1 ? 'is' : 'are'} not in the contract`
    throw failure(CONTRACT_CODES.drifted, head, changes, changes, 'Write the contract again', line)
  }
  return { file, changed: changes.length > 0, changes }
}

function changesSince(before: ReadContract, after: ReadContract, file: string, line: string): SurfaceChange[] {
  try {
    return compareContracts(before, after)
  } catch (error) {
    // The contract of the code is well-typed; an edited file may not be.
    throw brokenSnapshot(file, `a part of it cannot be read (${(error as Error).message})`, line)
  }
}

function failure(
  code: string,
  head: string,
  shown: readonly SurfaceChange[],
  changes: readonly SurfaceChange[],
  fix: string,
  example: string,
): ToolError {
  const message = `${head}:\n${shown.map((change) => `- ${change.message}`).join('\n')}`
  return new ToolError(code, message, {
    details: { changes },
    suggestion: { action: 'ask_user', fix, example, applicability: 'maybe_incorrect' },
  })
}

function reportText({ file, changed, changes }: Report, line: string): string {
  const name = printable(file)
  if (changes === undefined) return changed ? `Wrote ${name}.` : `${name} is up to date.`
  if (changes.length === 0) return `${name} holds: nothing changed.`
  const list = changes.map(({ message }) => `  - ${printable(message)}`).join('\n')
  return `${name} holds: nothing broke.\n\nNot in it yet:\n${list}\n\nTo add that: ${printable(line)}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
