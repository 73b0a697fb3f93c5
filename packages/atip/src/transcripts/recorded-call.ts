import type { JsonObject } from '../hooks/types.js'

/** A shell line that an agent wanted to run, and its cwd. */
export interface RecordedCall {
  line: string
  cwd: string | undefined
  /** The agent's id for this call; a resumed session copies calls into its new file. */
  id: string | undefined
}

/** Takes the records of one transcript in order, and returns the calls in each. */
export type RecordReader = (record: JsonObject) => RecordedCall[]

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
