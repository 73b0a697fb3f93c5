import { t } from 'tooli'

/** The FILE arguments of all commands. */
export const FILES = t
  .array(t.path('A file', { kind: 'file' }), 'Files, folders (every .json below), patterns, or - for stdin')
  .min(1)
  .cli({ placeholder: 'FILE' })

export const MAX_WARNINGS = t.integer('Exit with 1 if there are more warnings than this').min(0).optional()

/** A limit for programs. Timers cannot wait for longer than 24 days. */
export const MINUTES = t
  .integer('End programs that state no limit of their own after this many minutes')
  .min(1)
  .max(35_000)

/** Effects of commands that only read files. */
export const READS = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  idempotent: true,
  interactive: { stdin: 'optional', prompts: false, tty: false },
  cost: { billable: false },
} as const

/** Effects of commands that write files they can write again, and never prompt. */
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
