import type { JsonObject } from '../hooks/types.js'

/** A shell line that an agent wanted to run, and where. */
export interface RecordedCall {
  line: string
  cwd: string | undefined
  /** The agent's name for this call; a session that is resumed copies calls into its new file. */
  id: string | undefined
}

/** Takes the records of one transcript in their order, and gives the calls in each. */
export type RecordReader = (record: JsonObject) => RecordedCall[]

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
