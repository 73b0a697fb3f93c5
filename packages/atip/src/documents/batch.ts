import { createInterface } from 'node:readline'
import { ToolError } from 'tooli'

/** Reads a batch from standard input: one JSON object per line. */
export async function* batchLines(): AsyncGenerator<Record<string, unknown>> {
  let number = 0
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    number++
    if (line.trim() !== '') yield parseLine(line, number)
  }
}

function parseLine(line: string, number: number): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    const { message } = error as Error
    throw new ToolError('E1007', `line ${number} of the batch is not JSON: ${message}`, { cause: error })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new ToolError('E1007', `line ${number} of the batch is no JSON object`)
}

/** A field that must be text. */
export function textIn(question: Record<string, unknown>, field: string): string {
  const value = question[field]
  if (typeof value === 'string') return value
  throw new ToolError('E1004', `"${field}" must be text in ${JSON.stringify(question).slice(0, 120)}`)
}
