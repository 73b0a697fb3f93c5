import { checkTool } from '../../generated/check.js'
import { DEFAULT_MAX_DEPTH, readJson, type JsonProblem, type Place } from '../text/json.js'
import { fromPointer } from '../text/pointer.js'
import { positionsOf } from '../text/position.js'
import { Findings } from './findings.js'
import type { Problem } from './problem.js'

export interface ValidateOptions {
  /** `strict` is for authors: what makes a document hard to use well is an error, not a warning. */
  profile?: 'default' | 'strict'
  /** Problems beyond this many are counted, not listed. */
  maxProblems?: number
  /** Objects and arrays inside each other, in text. */
  maxDepth?: number
  /** Groups inside groups. */
  maxCommandDepth?: number
}

export interface Validation {
  /** True if there is no problem of severity `error`. */
  valid: boolean
  problems: Problem[]
  /** How many problems were left out because of `maxProblems`. */
  dropped: number
  /** The document as read; undefined if the text is not JSON. */
  value: unknown
}

/** Everything that is wrong with a document, given as text, as UTF-8 bytes or as a value. Never throws. */
export function validate(input: unknown, options: ValidateOptions = {}): Validation {
  const source = input instanceof Uint8Array ? decode(input) : input
  if (typeof source === 'string') return validateText(source, options)
  if (source instanceof UndecodableBytes)
    return { valid: false, problems: [source.problem], dropped: 0, value: undefined }
  const { problems, dropped } = check(source, options)
  return { valid: !problems.some(isError), problems, dropped, value: source }
}

function check(value: unknown, options: ValidateOptions): Findings {
  const { profile = 'default', maxProblems = 1000, maxCommandDepth = 64 } = options
  const findings = new Findings({ strict: profile === 'strict', maxProblems, maxCommandDepth })
  checkTool(value, findings)
  return findings
}

function validateText(text: string, options: ValidateOptions): Validation {
  const maxDepth = options.maxDepth ?? DEFAULT_MAX_DEPTH
  const reading = readJson(text, { maxDepth })
  const problems = reading.problems.map((problem) => fromJsonProblem(problem, options))
  const offsets = reading.problems.map(({ offset }) => offset)
  let dropped = 0
  if (reading.value !== undefined) {
    const findings = check(reading.value, options)
    problems.push(...findings.problems)
    dropped = findings.dropped
    offsets.push(...locate(text, findings.problems, maxDepth))
  }
  const positions = positionsOf(text, offsets)
  for (const [index, problem] of problems.entries()) Object.assign(problem, positions[index])
  return { valid: !problems.some(isError), problems, dropped, value: reading.value }
}

/** Where each problem stands in the text. Reads the text a second time, and only when there are problems. */
function locate(text: string, problems: readonly Problem[], maxDepth: number): number[] {
  if (problems.length === 0) return []
  const wanted: Place = {}
  const places = problems.map((problem) => {
    let place = wanted
    for (const key of fromPointer(problem.pointer)) {
      place.children ??= new Map()
      let child = place.children.get(key)
      if (child === undefined) place.children.set(key, (child = {}))
      place = child
    }
    return place
  })
  readJson(text, { maxDepth, wanted })
  return problems.map(
    ({ at }, index) => (at === 'key' ? places[index]!.keyOffset : undefined) ?? places[index]!.offset ?? 0,
  )
}

function fromJsonProblem({ rule, message }: JsonProblem, { profile }: ValidateOptions): Problem {
  const isHarmless = rule === 'json-bom' || rule === 'json-lone-surrogate'
  const severity = isHarmless && profile !== 'strict' ? 'warning' : 'error'
  return { severity, rule, pointer: '', message, at: 'value' }
}

function isError({ severity }: Problem): boolean {
  return severity === 'error'
}

class UndecodableBytes {
  readonly problem: Problem = {
    severity: 'error',
    rule: 'not-utf8',
    pointer: '',
    message: 'the bytes are not UTF-8, which ATIP requires; save the document as UTF-8',
    at: 'value',
  }
}

function decode(bytes: Uint8Array): string | UndecodableBytes {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new UndecodableBytes()
  }
}
