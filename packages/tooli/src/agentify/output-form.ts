import type { Form } from '../schema/form.js'

/** The result of calling a foreign program. */
export interface ProgramOutput {
  exit_code: number
  stdout: string
  stderr: string
  /** Stdout parsed, if it is one JSON document. */
  json?: unknown
  /** Says which output was left out. */
  truncated?: string
}

export const OUTPUT: Form = {
  type: 'object',
  properties: {
    exit_code: { type: 'integer', description: 'What the program exited with' },
    stdout: { type: 'string', description: 'What it printed' },
    stderr: { type: 'string', description: 'What it said beside' },
    json: { description: 'What it printed, where that is one JSON document' },
    truncated: { type: 'string', description: 'What of its output is left out' },
  },
  required: ['exit_code', 'stdout', 'stderr'],
}
