import { t } from 'tooli'
import type { Effects } from '@atip/protocol'
import { CALL_REPORT } from '../run/call-report.js'
import { RUN_ERRORS } from '../run/errors.js'
import type { AskWhom } from '../run/session.js'
import { MACHINE_ERRORS } from './machine.js'
import { MINUTES } from './parameters.js'
import { POLICY_OPTIONS } from './policies.js'

/** Options of every command that runs something. */
export const RUN_OPTIONS = {
  ...POLICY_OPTIONS,
  ask: t
    .enum(
      ['terminal', 'queue', 'never'],
      'Where a person approves calls: at this terminal; with `atip approvals` (queue); never: deny such calls',
    )
    .optional(),
  minutes: MINUTES.default(10),
} as const

/** The effects depend on the program that is run, so most are unknown. */
export const RUNS: Effects = {
  subprocess: true,
  interactive: { stdin: 'optional', prompts: true, tty: false },
}

/** Shared by all commands that run one program. */
export const RUNS_ONE = {
  output: CALL_REPORT,
  effects: RUNS,
  endsItself: true,
  errors: { ...RUN_ERRORS, ...MACHINE_ERRORS },
} as const

/** At a terminal the user can answer; otherwise the call is denied without asking. */
export function askingOf(wish: AskWhom | undefined): AskWhom {
  if (wish !== undefined) return wish
  return process.stdin.isTTY === true && process.stderr.isTTY === true ? 'terminal' : 'never'
}

/** Tells the user how to answer a question. */
export function sayQuestion(id: string, reason: string): string {
  return `waiting for an answer to ${id}: ${reason}\n  atip approvals show ${id}\n  atip approvals allow ${id}`
}
