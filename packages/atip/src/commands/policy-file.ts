import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { EXIT, ToolError } from 'tooli'

export const POLICY_ERRORS = {
  E1104: 'There is a policy already, or it is broken',
  E3100: 'A file cannot be written; it is as it was',
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

/** Writes a policy where none is; never over one. */
export function createPolicyFile(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx', mode: 0o644 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') {
      throw new ToolError('E1104', `${JSON.stringify(file)} exists already, and is left as it is`, {
        exitCode: EXIT.cannotCreate,
        details: { file },
        suggestion: {
          action: 'use_different_tool',
          fix: 'Look at its rules, or add one to them',
          example: 'atip policy show',
          applicability: 'maybe_incorrect',
        },
      })
    }
    throw new ToolError('E3100', `${JSON.stringify(file)} cannot be written (${code})`, {
      exitCode: EXIT.cannotCreate,
      details: { file },
      cause: error,
    })
  }
}
