import { t } from 'tooli'

/** Files as every command takes them. */
export const FILES = t
  .array(t.path('A file', { kind: 'file' }), 'Files, folders (every .json below), patterns, or - for stdin')
  .min(1)
  .cli({ placeholder: 'FILE' })

export const MAX_WARNINGS = t.integer('Exit with 1 if there are more warnings than this').min(0).optional()

/** Reads files and does nothing else. */
export const READS = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  idempotent: true,
  interactive: { stdin: 'optional', prompts: false, tty: false },
  cost: { billable: false },
} as const

/** Writes files that it can write again, and never prompts. */
export const WRITES = {
  filesystem: { read: true, write: true, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  reversible: true,
  idempotent: true,
  interactive: { stdin: 'none', prompts: false, tty: false },
  cost: { billable: false },
} as const
