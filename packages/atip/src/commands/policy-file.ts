import { EXIT, ToolError } from 'tooli'
import { createFile, WRITE_ERRORS } from '../documents/write-file.js'
import { HOME_ERRORS } from '../home.js'

export const POLICY_ERRORS = {
  ...HOME_ERRORS,
  E1104: 'The policy exists already, or cannot be used',
  ...WRITE_ERRORS,
} as const

export const WRITES_POLICY = {
  filesystem: { read: true, write: true, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  reversible: true,
  idempotent: false,
  creates: ['policy'] as string[],
  modifies: ['policy'] as string[],
  deletes: [] as string[],
  interactive: { stdin: 'none', prompts: false, tty: false },
  cost: { billable: false },
} as const

/** Writes a policy where there is none; an existing one is never overwritten. */
export function createPolicyFile(file: string, text: string): void {
  if (createFile(file, text)) return
  throw new ToolError('E1104', `${JSON.stringify(file)} exists already and was not changed`, {
    exitCode: EXIT.cannotCreate,
    details: { file },
    suggestion: {
      action: 'use_different_tool',
      fix: 'Show its rules, or add one with atip policy add',
      example: 'atip policy show',
      applicability: 'maybe_incorrect',
    },
  })
}
