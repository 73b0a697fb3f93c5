import { basename } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import type { Limits, SandboxResult, Sandbox } from '@atip/sandbox'
import type { CatalogProgram, ProgramFile } from '../types.js'
import { accept } from './accept.js'
import { markPartial } from './partial.js'
import { plain } from './plain.js'

/** The program to ask. Its file, if known, tells an alias from a false name. */
export interface AskedProgram extends Pick<CatalogProgram, 'path' | 'name'> {
  file?: Pick<ProgramFile, 'path' | 'hash'>
}

export interface AskOptions {
  /** Requested subtrees, each a path with slashes. */
  commands?: readonly string[]
  /** Requested levels of commands. */
  depth?: number
  signal?: AbortSignal
  /** Overrides `ASK_LIMITS`. */
  limits?: Partial<Limits>
}

export type AskResult =
  | { ok: true; tool: AtipTool; warnings: string[] }
  /** `reason` is a sentence about the program, without its name. */
  | { ok: false; outcome: Failing; reason: string }

export type Failing =
  /** It does not know `--agent`, or prints something else for it. */
  | 'not-described'
  /** It describes itself, but the description cannot be used. */
  | 'refused'
  | 'timed-out'
  | 'flooded'
  | 'not-started'
  | 'called-off'

/** Printing a description takes milliseconds; a runtime with much to load takes a second. */
export const ASK_LIMITS = { timeoutMs: 5_000, cpuSeconds: 5, maxOutputBytes: 8 * 2 ** 20 } satisfies Partial<Limits>

/**
 * Asks a program to describe itself, in the sandbox (RFC 3.1). If the output is too large or too slow, it is asked for
 * its top level only (RFC 3.1.1).
 */
export async function askAgent(sandbox: Sandbox, program: AskedProgram, question: AskOptions = {}): Promise<AskResult> {
  const answer = await ask(sandbox, program, question)
  const isTooMuch = !answer.ok && (answer.outcome === 'flooded' || answer.outcome === 'timed-out')
  if (!isTooMuch || question.commands !== undefined || question.depth !== undefined) return answer
  const less = await ask(sandbox, program, { ...question, depth: 1 })
  if (less.ok || less.outcome === 'called-off') return less
  return { ...answer, reason: `${answer.reason}; asked with --depth=1, ${less.reason}` }
}

async function ask(sandbox: Sandbox, program: AskedProgram, question: AskOptions): Promise<AskResult> {
  const { commands, depth, signal, limits } = question
  const argv = [program.path, '--agent']
  if (commands !== undefined) argv.push(`--commands=${commands.join(',')}`)
  if (depth !== undefined) argv.push(`--depth=${depth}`)
  const result = await sandbox.run(argv, { ...ASK_LIMITS, ...limits, ...(signal && { signal }) })
  const answer = failureOf(result, signal, { ...ASK_LIMITS, ...limits }) ?? readAnswer(result, program)
  if (!answer.ok) return answer
  const isPart = commands !== undefined || depth !== undefined || answer.tool.partial === true
  if (!isPart) return answer
  return { ...answer, tool: markPartial(answer.tool, commands === undefined ? 'depth-limited' : 'filtered') }
}

/** The reason why there is no output to read. */
function failureOf(
  { status, cut, truncated, signal, reason }: SandboxResult,
  abort: AbortSignal | undefined,
  limits: typeof ASK_LIMITS,
): AskResult | undefined {
  if (abort?.aborted === true) return failure('called-off', 'the probe was cancelled')
  if (status === 'not-started') return failure('not-started', `it could not be started: ${plain(reason ?? '')}`)
  if (status === 'timed-out') return failure('timed-out', `it did not answer within ${limits.timeoutMs / 1000} s`)
  if (cut === 'cpuSeconds') return failure('timed-out', `it used ${limits.cpuSeconds} s of CPU time`)
  if (cut === 'maxOutputBytes' || truncated) {
    return failure('flooded', `it printed more than ${Math.round(limits.maxOutputBytes / 2 ** 20)} MiB`)
  }
  if (cut !== null) return failure('not-described', `it exceeded the limit ${cut}`)
  // Killed neither by us nor by itself, but by an administrator or for lack of memory. That says nothing about the
  // program.
  if (status === 'killed') return failure('called-off', `another process killed it with ${signal}`)
  return undefined
}

function readAnswer({ code, stdout, stderr }: SandboxResult, { name, path, file }: AskedProgram): AskResult {
  const accepted = accept(stdout, name, { realName: basename(file?.path ?? path), hash: file?.hash })
  if (code === 0 && accepted.ok) return accepted
  const said = plain(stderr.toString('utf8', 0, 4_096), 120)
  if (accepted.ok)
    return failure(
      'refused',
      `it printed a description but exited with code ${code}, so the description does not count`,
    )
  if (accepted.flaw !== 'not-atip') return failure('refused', accepted.reason)
  if (code !== 0) return failure('not-described', `it exited with code ${code}${said && ` and printed "${said}"`}`)
  if (stdout.length > 0) return failure('not-described', accepted.reason)
  const elsewhere = said && '; what it wrote to stderr does not count'
  return failure('not-described', `it printed nothing on stdout${elsewhere}`)
}

function failure(outcome: Failing, reason: string): Extract<AskResult, { ok: false }> {
  return { ok: false, outcome, reason }
}
