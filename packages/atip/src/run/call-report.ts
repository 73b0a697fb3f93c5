import { quoteLine } from '@atip/protocol'
import { t, ToolError, type Suggestion } from 'tooli'
import type { ProcessResult, ResultRecord } from '@atip/runtime'
import { RUN_EXIT } from './errors.js'

const KEPT = t.object({ uri: t.string(), media_type: t.string(), digest: t.string() })

/** The result of a call that was started. */
export const CALL_REPORT = t.object({
  tool: t.string(),
  status: t.string('succeeded, failed, canceled, timed_out, …'),
  exitCode: t.integer("The tool's own; missing if it did not exit").optional(),
  signal: t.string('The signal that ended it').optional(),
  message: t.string('Why it did not succeed').optional(),
  errorClass: t.string().optional(),
  sideEffects: t.enum(['none', 'possible', 'completed'], 'Whether it changed something'),
  stdout: t.string().optional(),
  stderr: t.string().optional(),
  stdoutFile: KEPT.optional().describe('Where all of it is, if it is long'),
  stderrFile: KEPT.optional(),
  sandboxed: t.boolean('It could do no more than it declares').optional(),
  leftProcesses: t
    .array(t.object({ pid: t.integer(), command: t.string() }), 'What still ran when it ended')
    .optional(),
  text: t.string('What a model is told').optional(),
  notes: t.array(t.string(), 'What a model is told beside it').optional(),
  redactions: t.record(t.integer(), 'How many secrets of each kind were removed').optional(),
  invocation: t.string('Its id in the audit log'),
  log: t.string('The file of the audit log'),
})

export interface CallReport {
  tool: string
  status: string
  exitCode?: number
  signal?: string
  message?: string
  errorClass?: string
  sideEffects: 'none' | 'possible' | 'completed'
  stdout?: string
  stderr?: string
  stdoutFile?: { uri: string; media_type: string; digest: string }
  stderrFile?: { uri: string; media_type: string; digest: string }
  sandboxed?: boolean
  leftProcesses?: { pid: number; command: string }[]
  text?: string
  notes?: string[]
  redactions?: Record<string, number>
  invocation: string
  log: string
}

export interface ReportSources {
  tool: string
  result: ResultRecord
  process: ProcessResult | undefined
  redactions: Record<string, number>
  log: string
}

export function callReport({ tool, result, process, redactions, log }: ReportSources): CallReport {
  const { status, error, side_effects, invocation_id, additional_context = [] } = result
  const notes = [...additional_context, ...(process ? lossesOf(process) : [])]
  return {
    tool,
    status,
    ...(typeof process?.exit_code === 'number' && { exitCode: process.exit_code }),
    ...(typeof process?.signal === 'string' && { signal: process.signal }),
    ...(error && { message: error.message.split('\n')[0]!, errorClass: error.error_class }),
    sideEffects: side_effects,
    ...(process && outputsOf(process)),
    ...(notes.length > 0 && { notes }),
    ...(Object.keys(redactions).length > 0 && { redactions: { ...redactions } }),
    invocation: invocation_id,
    log,
  }
}

function outputsOf({ stdout, stderr, stdout_ref, stderr_ref, sandboxed, left_processes }: ProcessResult) {
  return {
    stdout,
    stderr,
    ...(stdout_ref && { stdoutFile: stdout_ref }),
    ...(stderr_ref && { stderrFile: stderr_ref }),
    sandboxed,
    ...(left_processes && { leftProcesses: left_processes }),
  }
}

function lossesOf({ stdout_problem, stderr_problem }: ProcessResult): string[] {
  return [
    ...(stdout_problem === undefined ? [] : [`atip could not store all of stdout: ${stdout_problem}`]),
    ...(stderr_problem === undefined ? [] : [`atip could not store all of stderr: ${stderr_problem}`]),
  ]
}

const SIGNALS: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }

/** The tool's own exit code, if it has one. */
export function exitCodeOf({ status, exitCode, signal }: CallReport): number {
  if (status === 'canceled') return RUN_EXIT.interrupted
  if (status === 'timed_out') return RUN_EXIT.timedOut
  if (exitCode !== undefined) return exitCode
  if (signal !== undefined) return 128 + (SIGNALS[signal] ?? 0)
  return status === 'succeeded' ? 0 : RUN_EXIT.setup
}

/** The error of a call that was not started; undefined if it was. */
export function refusal(
  { error, side_effects, status }: ResultRecord,
  hasStarted: boolean,
  argv?: readonly string[],
): ToolError | undefined {
  if (error === undefined || hasStarted || side_effects !== 'none') return undefined
  const { error_class, error_code, message } = error
  const first = message
    .split('\n')[0]!
    .replace(/^Permission denied: non-interactive: .*?, and /, 'a person must approve this: ')
    // Programs that lack a right of the system say "permission denied".
    .replace(/^Permission denied: /, 'refused by the guard: ')
  const fail = (code: string, exitCode: number, fix?: string) => {
    const suggestion: Suggestion | undefined = fix === undefined ? undefined : advice(fix)
    const details = { status, error_class, error_code }
    return new ToolError(code, sentence(first), { exitCode, details, ...(suggestion && { suggestion }) })
  }
  switch (error_class) {
    case 'approval_rejected':
      return fail('E2301', RUN_EXIT.needsPerson)
    case 'permission_denied':
      if (message.includes('non-interactive')) {
        return fail(
          'E2301',
          RUN_EXIT.needsPerson,
          'Run it in a terminal, or with --ask queue and answer with: atip approvals',
        )
      }
      return fail(
        'E2300',
        RUN_EXIT.denied,
        `See which rule decides with: atip check -- ${argv === undefined ? 'LINE' : quoteLine([quoteLine(argv)])}`,
      )
    case 'policy_blocked':
    case 'hook_blocked':
      return fail('E2300', RUN_EXIT.denied)
    case 'schema_validation_failed':
    case 'invalid_arguments':
      return fail('E1210', 2)
    case 'setup_required':
    case 'credential_missing':
      return fail('E3310', RUN_EXIT.setup)
    case 'canceled':
      return fail('E4901', RUN_EXIT.interrupted)
    case 'timeout':
      return fail('E4900', RUN_EXIT.timedOut)
    case 'dependency_unavailable':
      return fail(
        error_code === 'audit_unavailable' || error_code === 'results_unavailable' ? 'E4300' : 'E4301',
        RUN_EXIT.setup,
      )
    default:
      return fail('E4301', RUN_EXIT.setup)
  }
}

function advice(fix: string): Suggestion {
  return { action: 'ask_user', fix, applicability: 'maybe_incorrect' }
}

/** Formats a message like our own errors: in lower case, without a full stop. */
function sentence(text: string): string {
  return text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '')
}
