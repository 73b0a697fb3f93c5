import { checkTool } from './generated/check.js'
import { DEFAULT_MAX_DEPTH, readJson, type JsonProblem } from '../text/json.js'
import { locate } from '../text/locate.js'
import { positionsOf } from '../text/position.js'
import { quickJson } from '../text/quick-json.js'
import { Findings } from './findings.js'
import type { Problem } from './problem.js'

/** Every browser and runtime has this class, but TypeScript's library without DOM does not declare it. */
declare const TextDecoder: new (
  encoding: 'utf-8',
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode: (bytes: Uint8Array) => string }

export interface ValidateOptions {
  /** `strict` is for authors: what makes a document hard to use well is an error, not a warning. */
  profile?: 'default' | 'strict'
  /** Problems beyond this many are counted, not listed; errors are listed before warnings. Default 1000. */
  maxProblems?: number
  /** How deep objects and arrays may be nested. Default 256. */
  maxDepth?: number
  /** How deep groups may be nested. Default 64. */
  maxCommandDepth?: number
}

export interface Validation {
  /** True if there is no problem of severity `error`, listed or not. */
  valid: boolean
  problems: Problem[]
  /** How many problems were left out because of `maxProblems`. */
  dropped: number
  /** The document as read; undefined if the text is not JSON. */
  value: unknown
}

/** All problems of a document, given as text, as UTF-8 bytes or as a value. Never throws. */
export function validate(input: unknown, options: ValidateOptions = {}): Validation {
  if (typeof input === 'string') return validateText(input, options)
  if (input instanceof Uint8Array) return validateBytes(input, options)
  const findings = findingsFor(options, options.maxDepth ?? DEFAULT_MAX_DEPTH)
  checkTool(input, findings)
  return { ...findings.result(), value: input }
}

function validateBytes(bytes: Uint8Array, options: ValidateOptions): Validation {
  const text = decode(bytes)
  if (text !== undefined) return validateText(text, options)
  const findings = findingsFor(options, Infinity)
  findings.report('error', 'not-utf8', 'the bytes are not UTF-8, which ATIP requires; save the document as UTF-8')
  return { ...findings.result(), value: undefined }
}

function validateText(text: string, options: ValidateOptions): Validation {
  const maxDepth = options.maxDepth ?? DEFAULT_MAX_DEPTH
  // The reader has already refused a text that is nested too deeply.
  const findings = findingsFor(options, Infinity)
  const offsets = new Map<Problem, number>()
  const report = ({ rule, message, offset }: JsonProblem) => {
    const level = rule === 'json-bom' || rule === 'json-lone-surrogate' ? 'strict' : 'error'
    const problem = findings.reportAt(level, rule, message, 'value', [])
    if (problem !== undefined) offsets.set(problem, offset)
  }
  const value = quickJson(text, maxDepth) ?? readJson(text, { maxDepth, report })
  if (value !== undefined) checkTool(value, findings)
  const result = findings.result()
  locateProblems(text, result.problems, offsets, maxDepth)
  return { ...result, value }
}

function findingsFor(options: ValidateOptions, maxDepth: number): Findings {
  const { profile = 'default', maxProblems = 1000, maxCommandDepth = 64 } = options
  return new Findings({ strict: profile === 'strict', maxProblems, maxDepth, maxCommandDepth })
}

/** Gives each problem its line and column. Reads the text a second time, and only for places that are still unknown. */
function locateProblems(
  text: string,
  problems: readonly Problem[],
  known: ReadonlyMap<Problem, number>,
  maxDepth: number,
): void {
  const unknown = problems.filter((problem) => !known.has(problem))
  const pointers = unknown.map(({ pointer }) => pointer)
  const offsets = new Map(known)
  for (const [index, place] of locate(text, pointers, { maxDepth }).entries()) {
    const problem = unknown[index]!
    offsets.set(problem, (problem.at === 'key' ? place?.key?.start : undefined) ?? place?.start ?? 0)
  }
  const positions = positionsOf(
    text,
    problems.map((problem) => offsets.get(problem)!),
  )
  for (const [index, position] of positions.entries()) Object.assign(problems[index]!, position)
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
