import { parseDuration } from '@atip/protocol'
import type { CommandModel } from '../model/model.js'
import { longFlag } from '../model/scope.js'
import { CODES, ToolError } from '../errors/error.js'

/** Parses a duration such as `30s` or `2m`; a bare number means seconds. */
export function toMilliseconds(text: string, name = 'timeout'): number {
  const duration = parseDuration(/^\d+(\.\d+)?$/.test(text) ? `${text}s` : text)
  if (duration !== undefined) return duration.max
  throw new ToolError(CODES.invalidValue, `${name} must look like 30s, 500ms or 2m; found ${JSON.stringify(text)}`, {
    details: { parameter: 'timeout' },
  })
}

export function timedOut(limit: string, { flags }: CommandModel): ToolError {
  const name = longFlag(flags, 'timeout')
  return new ToolError(CODES.timedOut, `timed out after ${limit}; what had begun was not undone`, {
    retryable: true,
    ...(name && {
      suggestion: { action: 'retry', fix: `Allow more time with ${name}`, applicability: 'maybe_incorrect' },
    }),
  })
}
