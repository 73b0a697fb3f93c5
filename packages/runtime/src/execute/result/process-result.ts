import type { MemoryCap } from '@atip/sandbox'
import type { KeptResult } from '../../results/store.js'
import type { RecordedOutput } from '../output/recorder.js'

/** The result of a process that ran for a call. */
export interface ProcessResult {
  /** Null if a signal ended it, and while it runs in the background. */
  exit_code: number | null
  signal: string | null
  stdout: string
  stderr: string
  stdout_bytes: number
  stderr_bytes: number
  /** All bytes, for outputs that the texts do not contain exactly. */
  stdout_ref?: KeptResult
  stderr_ref?: KeptResult
  /** Why such an output could not be stored. */
  stdout_problem?: string
  stderr_problem?: string
  /** Whether it ran with no more access than it declares. */
  sandboxed: boolean
  /** How the memory of all its processes was limited: by sampling, or not at all. */
  memory_cap: MemoryCap
  duration_ms: number
  /** Processes that still ran when the program had ended, and whether they were ended. */
  left_processes?: { pid: number; command: string }[]
  left_processes_ended?: boolean
  /** The handle of a program that continues in the background. */
  background?: string
}

export function outputsOf(stdout: RecordedOutput, stderr: RecordedOutput) {
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    stdout_bytes: stdout.bytes,
    stderr_bytes: stderr.bytes,
    ...(stdout.ref && { stdout_ref: stdout.ref }),
    ...(stderr.ref && { stderr_ref: stderr.ref }),
    ...(stdout.problem !== undefined && { stdout_problem: stdout.problem }),
    ...(stderr.problem !== undefined && { stderr_problem: stderr.problem }),
  }
}

/** The result as text for a model. */
export function processText(result: ProcessResult): string {
  const { stdout, stderr, stdout_ref, stderr_ref, left_processes = [], left_processes_ended, background } = result
  const { stdout_problem, stderr_problem } = result
  const notes = [
    ...(stdout_ref ? [`All ${result.stdout_bytes} bytes of stdout: ${stdout_ref.uri}`] : []),
    ...(stderr_ref ? [`All ${result.stderr_bytes} bytes of stderr: ${stderr_ref.uri}`] : []),
    ...(stdout_problem === undefined ? [] : [lost(result.stdout_bytes, 'stdout', stdout_problem)]),
    ...(stderr_problem === undefined ? [] : [lost(result.stderr_bytes, 'stderr', stderr_problem)]),
    ...left_processes.map(
      ({ pid, command }) =>
        `Process ${pid} (${command}) still ran when the program had ended${left_processes_ended === true ? ', and was ended' : ''}.`,
    ),
    ...(background ? [`It runs on in the background as ${background}.`] : []),
  ].map((note) => `[${note}]`)
  const parts = [stdout, ...(stderr === '' ? [] : [stdout === '' ? stderr : `[stderr]\n${stderr}`]), ...notes]
  // Output without notes is returned unchanged, without an added line break.
  if (parts.length === 1) return stdout
  return parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/\n$/, ''))
    .join('\n')
}

function lost(bytes: number, name: string, problem: string): string {
  return `All ${bytes} bytes of ${name} could not be stored: ${problem}`
}
