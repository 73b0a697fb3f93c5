import { isObject, PROTOCOL_VERSION, validate, type Pattern } from '@atip/protocol'
import type { FileReference } from './manifest.js'
import { FormatError } from './format-error.js'

/** The patterns of a registry, by name (RFC 4.4.1). */
export interface PatternIndex {
  version: '1'
  patterns: Record<string, FileReference & { description: string }>
}

/** Throws a FormatError. The pattern is checked as a part of a description, where the protocol defines it. */
export function readPattern(bytes: Uint8Array): Pattern {
  let pattern: unknown
  try {
    pattern = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new FormatError('the pattern is no JSON')
  }
  const tool = { atip: { version: PROTOCOL_VERSION }, name: 'x', version: '0', description: 'x', patterns: [pattern] }
  const problem = validate(tool).problems.find(({ severity }) => severity === 'error')
  if (problem !== undefined) {
    throw new FormatError(`the pattern is not valid: ${problem.pointer.replace('/patterns/0', '')} ${problem.message}`)
  }
  return pattern as Pattern
}

/** Throws a FormatError. */
export function readPatternIndex(bytes: Uint8Array): PatternIndex {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new FormatError('the index of patterns is no JSON')
  }
  const patterns = isObject(value) && isObject(value.patterns) ? Object.values(value.patterns) : undefined
  const isGood = patterns?.every(
    (one) =>
      isObject(one) &&
      /^\/(?![/\\])[\w.~/-]+$/.test(String(one.path)) &&
      !String(one.path).split('/').includes('..') &&
      /^[0-9a-f]{64}$/.test(String(one.sha256)),
  )
  if (isGood !== true) throw new FormatError('the index of patterns is not valid')
  return value as PatternIndex
}
