import { parseDuration } from '@atip/protocol'
import { CODES, ToolError } from '../errors/error.js'

/** A duration such as `30s` or `2m`; a bare number is seconds. */
export function toMilliseconds(text: string): number {
  const duration = parseDuration(/^\d+(\.\d+)?$/.test(text) ? `${text}s` : text)
  if (duration !== undefined) return duration.max
  throw new ToolError(CODES.invalidValue, `--timeout must look like 30s, 500ms or 2m; found ${JSON.stringify(text)}`, {
    details: { parameter: 'timeout' },
  })
}

export function timedOut(limit: string): ToolError {
  return new ToolError(CODES.timedOut, `timed out after ${limit}; what had begun was not undone`, {
    retryable: true,
    suggestion: { action: 'retry', fix: 'Allow more time with --timeout', applicability: 'maybe_incorrect' },
  })
}
