import type { SandboxResult } from '@atip/sandbox'
import { ToolFailure } from '../../pipeline/execute.js'
import { CallEnded } from '../../state/ending.js'
import type { OutputRecorder, RecordedOutput } from '../output/recorder.js'
import { discardOutputs, type RunningProcess } from '../process/running.js'
import { outputsOf, processText, type ProcessResult } from './process-result.js'

/** The reason of a stop because of a password prompt. */
export const PASSWORD = Symbol('password')

export interface OutcomeSetting {
  /** The name of the program in messages. */
  name: string
  sandboxed: boolean
  violations(ending: SandboxResult, stderr: string): string[]
}

/** The result of a process that has ended. Throws if there is none. */
export function outcomeOf(ending: SandboxResult, running: RunningProcess, setting: OutcomeSetting): ProcessResult {
  const { name, sandboxed } = setting
  if (ending.status === 'not-started') {
    discardOutputs(running)
    throw new ToolFailure(`${name} could not be started: ${ending.reason}.`, {
      errorClass: 'dependency_unavailable',
      errorCode: 'not_started',
      didNotRun: true,
    })
  }
  const failed = running.stopped()
  if (failed !== undefined && failed !== PASSWORD && !(failed instanceof CallEnded)) {
    discardOutputs(running)
    throw failed
  }
  const result: ProcessResult = {
    exit_code: ending.code,
    signal: ending.signal,
    ...finished(running),
    sandboxed,
    memory_cap: ending.memoryCap,
    duration_ms: Math.round(ending.durationMs),
    ...(ending.left.length > 0 && {
      left_processes: ending.left.map(({ pid, command }) => ({ pid, command })),
      left_processes_ended: ending.left.every(({ isEnded }) => isEnded === true),
    }),
  }
  const fail = (sentence: string, errorClass: ToolFailure['details']['errorClass'], errorCode: string) =>
    new ToolFailure(withOutput(sentence, result), { errorClass, errorCode, output: result })
  const stopped = running.stopped()
  if (stopped === PASSWORD)
    throw fail(`${name} asked for a password, and was ended.`, 'capability_gap', 'password_prompt')
  if (stopped instanceof CallEnded) {
    throw new CallEnded(stopped.code, withOutput(stopped.message, result), { ...stopped.details, output: result })
  }
  const violations = setting.violations(ending, result.stderr)
  if (violations.length > 0) {
    const sentence = `${name} tried something that it does not declare, and was stopped: ${violations.join('; ')}.`
    throw fail(sentence, 'sandbox_violation', 'sandbox_violation')
  }
  if (ending.status === 'timed-out') {
    throw new CallEnded('timeout', withOutput(`${name} did not end in time, and was ended.`, result), {
      output: result,
    })
  }
  if (ending.cut === 'maxOutputBytes')
    throw fail(`${name} wrote too much, and was ended.`, 'result_too_large', 'output_limit')
  if (ending.cut === 'memoryBytes')
    throw fail(`${name} took too much memory, and was ended.`, 'execution_failed', 'memory_limit')
  if (ending.cut !== null)
    throw fail(`${name} reached its limit of ${ending.cut}.`, 'execution_failed', 'limit_reached')
  if (ending.signal !== null)
    throw fail(`${name} was ended by ${ending.signal}.`, 'execution_failed', 'killed_by_signal')
  if (ending.code !== 0) throw fail(`${name} exited with code ${ending.code}.`, 'execution_failed', 'nonzero_exit')
  return result
}

/** If the filter fails at the end, that output is withheld, but the process has still run. */
function finished({ outputs, stop }: RunningProcess) {
  const finish = (recorder: OutputRecorder): RecordedOutput => {
    try {
      return recorder.finish()
    } catch (error) {
      recorder.discard()
      stop(new CallEnded('results_unavailable', `The output could not be filtered: ${(error as Error).message}.`))
      return { bytes: recorder.bytes, text: '', isWhole: false, isUtf8: true }
    }
  }
  return outputsOf(finish(outputs.stdout), finish(outputs.stderr))
}

function withOutput(sentence: string, result: ProcessResult): string {
  const text = processText(result)
  return text === '' ? sentence : `${sentence}\n${text}`
}
