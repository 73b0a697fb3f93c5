import { statSync } from 'node:fs'
import { findProgram } from './files.js'
import { findHelpers } from './helpers.js'
import { type Limits, toPrlimit } from './limits.js'
import { markLimit, newRunMark, RUN_MARK } from './run-mark.js'
import { notStarted, reasonOf, signalOf, whyRefused } from './run.js'
import { supervise } from './supervise.js'
import type { Supervision } from './supervision.js'
import type { SandboxResult } from './types.js'

export interface LooseOptions extends Supervision, Pick<Limits, 'timeoutMs' | 'maxOutputBytes' | 'memoryBytes'> {
  readonly cwd: string
  /** Its complete environment. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * Runs a program without a sandbox, but with the same supervision: it ends in time, with everything it started, even
 * processes that left its session, and even if we are killed. A program that evades that search needs a sandbox.
 */
export async function runLoose(argv: readonly string[], options: LooseOptions): Promise<SandboxResult> {
  const { cwd, env, memoryBytes } = options
  const refused = whyRefused(argv, options)
  if (refused !== null) return refused
  const path = argv[0] === undefined ? null : findProgram(argv[0], env.PATH ?? '')
  if (path === null) return notStarted(`there is no executable file ${JSON.stringify(argv[0] ?? '')}`)
  if (!isFolder(cwd)) return notStarted(`there is no folder ${JSON.stringify(cwd)}`)
  const mark = newRunMark()
  const [file, ...args] = [...limited(memoryBytes, mark), path, ...argv.slice(1)] as [string, ...string[]]
  try {
    const start = { file, args, feeds: [], env: { ...env, [RUN_MARK]: mark }, cwd, mark, isLoose: true }
    const { stopped, code, signal, status: _, ...rest } = await supervise(start, options, options)
    const output = { ...rest, attempts: [], reason: null }
    if (stopped !== null) {
      const status = stopped === 'timeoutMs' ? 'timed-out' : 'killed'
      return { ...output, status, code, signal, cut: stopped === 'signal' ? null : stopped }
    }
    return { ...output, status: 'exited', code, signal: signal ?? signalOf(code!), cut: null }
  } catch (error) {
    return notStarted(reasonOf(error))
  }
}

/** The argv prefix that limits memory and sets the mark, if prlimit is installed. */
function limited(memoryBytes: number, mark: string): string[] {
  const found = findHelpers(['prlimit'])
  return found.ok ? [found.helpers.prlimit, ...toPrlimit({ memoryBytes }), ...markLimit(mark), '--'] : []
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
