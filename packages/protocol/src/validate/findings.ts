import { closest } from '../text/closest.js'
import { toPointer } from '../text/pointer.js'
import { isDeeperThan } from './depth.js'
import type { Problem, Severity } from './problem.js'

/** `strict`: an error in the strict profile, a warning otherwise. */
export type ProblemLevel = Severity | 'strict'

export interface FindingOptions {
  strict: boolean
  maxProblems: number
  /** Objects and arrays inside each other, the document included; `Infinity` if the reader has checked it. */
  maxDepth: number
  maxCommandDepth: number
}

/** Collects problems while a document is walked. `path` and `depth` are the current place; the checks update them. */
export class Findings {
  readonly path: (string | number)[] = []
  private depth = 0
  private readonly options: FindingOptions
  /** In the order they were found: at most `maxProblems` errors and as many warnings. */
  private readonly kept: Problem[] = []
  /** Counts all of them, listed or not: whether a document is valid must not depend on the limit. */
  private errors = 0
  private warnings = 0

  constructor(options: FindingOptions) {
    this.options = options
  }

  /** Beyond the limit, errors go before warnings. */
  result(): { valid: boolean; problems: Problem[]; dropped: number } {
    const { maxProblems } = this.options
    let left = maxProblems - Math.min(this.errors, maxProblems)
    const isFull = this.kept.length > maxProblems
    const problems = isFull ? this.kept.filter(({ severity }) => severity === 'error' || left-- > 0) : this.kept
    return { valid: this.errors === 0, problems, dropped: this.errors + this.warnings - problems.length }
  }

  /** Opens a level of the path and returns its index, for the caller to write keys to. */
  down(): number {
    return this.depth++
  }

  up(): void {
    this.depth--
  }

  report(level: ProblemLevel, rule: string, message: string, ...below: (string | number)[]): void {
    this.reportAt(level, rule, message, 'value', below)
  }

  /** Called while the object's level is open, so the path still holds the last key that was read. */
  unknownKeys(object: object, known: readonly string[]): void {
    for (const key in object) {
      if (known.includes(key)) continue
      this.foreign(key, (object as Record<string, unknown>)[key])
      if (key.startsWith('x-') || key.startsWith('_') || key.startsWith('$')) continue
      this.path[this.depth - 1] = key
      const message = () => `${quote(key)} is not a field of ATIP here; ${adviceFor(key, known)}`
      this.reportAt('warning', 'unknown-key', message, 'key', [])
    }
  }

  /** A value that no check looks into. Its depth still matters to code that copies or compares it. */
  foreign(key: string, value: unknown): void {
    const { maxDepth } = this.options
    if (maxDepth === Infinity || !isDeeperThan(value, maxDepth - this.depth)) return
    this.path[this.depth - 1] = key
    this.report('error', 'too-deep', `nested deeper than ${maxDepth} levels; flatten it or raise maxDepth`)
  }

  missing(key: string, level: ProblemLevel): void {
    this.report(level, 'missing-field', `"${key}" is missing; add it`)
  }

  wrongType(expected: string, value: unknown, example: string | undefined): void {
    const advice = example === undefined ? '' : `, for example ${example}`
    this.report('error', 'wrong-type', `must be ${expected}${advice}; found ${describe(value)}`)
  }

  /** For a plain value whose key was not put on the path. */
  flatWrongType(key: string, expected: string, value: unknown): void {
    this.path[this.depth - 1] = key
    this.wrongType(expected, value, undefined)
  }

  notInEnum(value: string, allowed: readonly string[]): void {
    this.reportAt('error', 'not-allowed', () => outsideOf(value, allowed), 'value', [])
  }

  mismatch(level: ProblemLevel, value: string, pattern: string, example: string | undefined): void {
    const advice = example === undefined ? `match ${pattern}` : `look like ${example}`
    const verb = level === 'warning' ? 'should' : 'must'
    this.report(level, 'wrong-format', `${verb} ${advice}; found ${quote(value)}`)
  }

  empty(): void {
    this.report('error', 'empty', 'must not be empty; give it a value')
  }

  tooFew(minimum: number): void {
    this.report('error', 'too-few', `needs at least ${minimum} ${minimum === 1 ? 'entry' : 'entries'}`)
  }

  /** Counts code points: a character outside the basic plane is one, though JavaScript stores it as two. */
  checkLength(text: string, limit: number): void {
    let length = 0
    for (const _ of text) length++
    if (length <= limit) return
    const message = `is ${length} characters long; keep it within ${limit}, so that models can afford to read it`
    this.report('warning', 'too-long', message)
  }

  outOfRange(value: number, side: string, limit: number): void {
    this.report('error', 'out-of-range', `must be ${side} ${limit}; found ${value}`)
  }

  isTooDeep(): boolean {
    const { maxCommandDepth, maxDepth } = this.options
    if (this.depth <= maxCommandDepth * 2 && this.depth < maxDepth) return false
    const limit =
      this.depth < maxDepth ? `commands are nested deeper than ${maxCommandDepth}` : `nested deeper than ${maxDepth}`
    this.report('error', 'too-deep', `${limit} levels; flatten them`)
    return true
  }

  /** Returns the problem if it is within the limit; further ones are only counted, and their message is not built. */
  reportAt(
    level: ProblemLevel,
    rule: string,
    message: string | (() => string),
    at: Problem['at'],
    below: (string | number)[],
  ): Problem | undefined {
    const severity = level === 'strict' ? (this.options.strict ? 'error' : 'warning') : level
    const before = severity === 'error' ? this.errors++ : this.warnings++
    if (!(before < this.options.maxProblems)) return undefined
    const pointer = toPointer([...this.path.slice(0, this.depth), ...below])
    const problem = { severity, rule, pointer, message: typeof message === 'string' ? message : message(), at }
    this.kept.push(problem)
    return problem
  }
}

function adviceFor(key: string, known: readonly string[]): string {
  const likely = Object.hasOwn(SYNONYMS, key) ? SYNONYMS[key] : closest(key, known)
  return likely !== undefined && known.includes(likely)
    ? `did you mean "${likely}"?`
    : 'remove it, or prefix it with x- if it is an extension'
}

function outsideOf(value: string, allowed: readonly string[]): string {
  const likely = closest(value, allowed)
  const advice = likely === undefined ? '' : `; did you mean "${likely}"?`
  return `must be one of ${allowed.map((word) => `"${word}"`).join(', ')}; found ${quote(value)}${advice}`
}

/** Names that other formats use. */
const SYNONYMS: Readonly<Record<string, string>> = {
  subcommands: 'commands',
  args: 'arguments',
  positionals: 'arguments',
  parameters: 'options',
  params: 'options',
  flag: 'flags',
  aliases: 'flags',
  summary: 'description',
  help: 'description',
  env: 'envVar',
  choices: 'enum',
  values: 'enum',
  multiple: 'variadic',
  repeatable: 'variadic',
  sideEffects: 'effects',
  side_effects: 'effects',
  options: 'globalOptions',
}

export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}

export function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return `the string ${quote(value)}`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'object' ? 'an object' : typeof value
}
