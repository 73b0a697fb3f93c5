import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { command, EXIT, t, ToolError } from 'tooli'
import { findTool, type Machine } from '@atip/discover'
import { untilLoaded } from '@atip/guard'
import { writeWhole } from '@atip/files'
import { DOCUMENT_ERRORS, fileError, noSuchFile } from '../documents/errors.js'
import { readText } from '../documents/read-file.js'
import { homeFolder, machineHere } from '../home.js'
import { knownTools } from '../known-tools.js'
import { driftOf } from '../lock/drift.js'
import { findLocks, LOCK_NAME } from '../lock/find-locks.js'
import { lockedTool, lockText, readLock, type Lock, type LockedTool } from '../lock/lock-file.js'
import { count } from '../report/words.js'
import { MACHINE_ERRORS } from './machine.js'
import { READS } from './parameters.js'

const LOCK_ERRORS = { E1105: 'The lock file cannot be used' } as const

export const lockCommand = command({
  description: 'Pin the tools of a project: their bytes and their effects',
  details:
    'Writes atip.lock with the hash of each program (of a script, with everything that it launches) and what the tool does. With --check, nothing is written: the exit code is 1 if a program changed, or does something else than when it was pinned. Without tools, those in the file are meant. Nothing is run.',
  args: t.object({
    tools: t.array(t.string('A program on PATH'), 'Programs to pin').optional().cli({ placeholder: 'TOOL' }),
  }),
  options: t.object({
    check: t.boolean('Compare, and write nothing').default(false),
    file: t.path('The lock file; by default the nearest atip.lock of the project', { kind: 'file' }).optional(),
  }),
  output: t.object({
    file: t.string(),
    passed: t.boolean('Nothing drifted; if not, the exit code is 1'),
    isCheck: t.boolean('Nothing was written'),
    tools: t.array(t.object({ name: t.string(), drift: t.array(t.string(), 'What changed, in sentences') })),
  }),
  effects: {
    ...READS,
    filesystem: { read: true, write: true, delete: false },
    interactive: { stdin: 'none', prompts: false, tty: false },
  },
  errors: { ...DOCUMENT_ERRORS, ...MACHINE_ERRORS, ...LOCK_ERRORS },
  examples: [
    { run: 'atip lock git npm', description: 'Pin two tools' },
    { run: 'atip lock --check', description: 'In CI: notice what drifted' },
  ],

  async run({ args, options, ctx }) {
    const { check, file = nearestLock() } = options
    const lock = existsSync(file) ? lockIn(file) : undefined
    if (check && lock === undefined)
      throw noSuchFile(file, `there is no file ${JSON.stringify(file)}; write it with: atip lock TOOL…`)
    const names = args.tools ?? Object.keys(lock ?? {})
    if (names.length === 0) {
      throw new ToolError('E1005', `name the tools to pin: there are none in ${file} yet`, {
        exitCode: EXIT.usage,
        suggestion: {
          action: 'retry_with_modified_input',
          fix: 'Name the tools that your agent may use',
          example: 'atip lock git npm',
          applicability: 'maybe_incorrect',
        },
      })
    }
    const machine = machineHere()
    const tools: { name: string; drift: string[] }[] = []
    const now: Lock = { ...lock }
    for (const name of names) {
      const pinned = lock !== undefined && Object.hasOwn(lock, name) ? lock[name] : undefined
      if (check && pinned === undefined)
        throw new ToolError('E1105', `${name} is not in ${file}`, { exitCode: EXIT.noInput })
      const found = await pin(machine, name)
      if (typeof found === 'string' && !check) throw new ToolError('E3210', found, { exitCode: EXIT.noInput })
      if (typeof found !== 'string') now[name] = found
      tools.push({
        name,
        drift: typeof found === 'string' ? [found] : pinned === undefined ? [] : driftOf(pinned, found),
      })
    }
    const passed = tools.every(({ drift }) => drift.length === 0)
    if (check && !passed) ctx.exitWith(1)
    if (!check) await ctx.effect(`write ${file}`, () => write(file, lockText(now)))
    return { file, passed, isCheck: check, tools }
  },

  text: ({ file, isCheck, tools }) => {
    const drifted = tools.filter(({ drift }) => drift.length > 0)
    const lines = drifted.flatMap(({ name, drift }) => [`${name}:`, ...drift.map((one) => `  - ${one}`)])
    const end = isCheck
      ? `${drifted.length} of ${count(tools.length, 'tool')} drifted from ${file}.`
      : `Wrote ${file} with ${count(tools.length, 'tool')}.`
    return [...lines, end].join('\n')
  },
})

/** Pins the current state of a tool, or returns why it cannot. */
async function pin(machine: Machine, name: string): Promise<LockedTool | string> {
  const found = await findTool(machine, name)
  if (!found.ok) return `${name}: ${found.reason}`
  const { file } = found.program
  const tool = await untilLoaded(() => knownTools(machine)(name))
  return lockedTool(name, file.closure ?? file.hash, tool)
}

function nearestLock(): string {
  const [nearest = LOCK_NAME] = findLocks(process.cwd(), homeFolder())
  return relative('', nearest)
}

function lockIn(file: string): Lock {
  const reading = readLock(readText(file))
  if (reading.ok) return reading.lock
  throw new ToolError('E1105', `${JSON.stringify(file)} ${reading.problem}`, {
    exitCode: EXIT.dataFormat,
    details: { file },
  })
}

function write(file: string, text: string): void {
  try {
    writeWhole(file, text)
  } catch (error) {
    throw fileError(file, error)
  }
}
