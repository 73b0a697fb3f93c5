import { closest } from '../text/closest.js'
import { toPointer } from '../text/pointer.js'
import { RepeatFilter } from './flags.js'
import type { Problem, Severity } from './problem.js'

/** `strict`: an error in the strict profile, a warning otherwise. */
export type Level = Severity | 'strict'

export interface FindingOptions {
  strict: boolean
  maxProblems: number
  maxCommandDepth: number
}

/** Collects problems while a document is walked. `path` and `depth` say where the walk is; the checks keep them. */
export class Findings {
  readonly problems: Problem[] = []
  readonly path: (string | number)[] = []
  readonly repeats = new RepeatFilter()
  /** Problems beyond the limit: counted, not kept. */
  dropped = 0
  private depth = 0
  private readonly options: FindingOptions

  constructor(options: FindingOptions) {
    this.options = options
  }

  /** Opens a level of the path and returns its index, for the caller to write keys to. */
  down(): number {
    return this.depth++
  }

  up(): void {
    this.depth--
  }

  report(level: Level, rule: string, message: string, ...below: (string | number)[]): void {
    this.reportAt(level, rule, message, 'value', below)
  }

  /** Called while the object's level is open, so the path still holds the last key that was read. */
  unknownKeys(object: object, known: readonly string[]): void {
    for (const key in object) {
      if (known.includes(key) || key.startsWith('x-') || key.startsWith('_') || key.startsWith('$')) continue
      const likely = Object.hasOwn(SYNONYMS, key) ? SYNONYMS[key] : closest(key, known)
      const advice =
        likely !== undefined && known.includes(likely)
          ? `did you mean "${likely}"?`
          : 'remove it, or prefix it with x- if it is an extension'
      this.path[this.depth - 1] = key
      this.reportAt('warning', 'unknown-key', `${quote(key)} is not a field of ATIP here; ${advice}`, 'key', [])
    }
  }

  missing(key: string, level: Level): void {
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
    const likely = closest(value, allowed)
    const advice = likely === undefined ? '' : `; did you mean "${likely}"?`
    const list = allowed.map((word) => `"${word}"`).join(', ')
    this.report('error', 'not-allowed', `must be one of ${list}; found ${quote(value)}${advice}`)
  }

  mismatch(level: Level, value: string, pattern: string, example: string | undefined): void {
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

  tooLong(length: number, limit: number): void {
    const message = `is ${length} characters long; keep it within ${limit}, so that models can afford to read it`
    this.report('warning', 'too-long', message)
  }

  outOfRange(value: number, side: string, limit: number): void {
    this.report('error', 'out-of-range', `must be ${side} ${limit}; found ${value}`)
  }

  isTooDeep(): boolean {
    const { maxCommandDepth } = this.options
    if (this.depth <= maxCommandDepth * 2) return false
    this.report('error', 'too-deep', `commands are nested deeper than ${maxCommandDepth} levels; flatten them`)
    return true
  }

  private reportAt(level: Level, rule: string, message: string, at: 'key' | 'value', below: (string | number)[]): void {
    if (this.problems.length >= this.options.maxProblems) {
      this.dropped++
      return
    }
    const severity = level === 'strict' ? (this.options.strict ? 'error' : 'warning') : level
    const keys = [...this.path.slice(0, this.depth), ...below]
    this.problems.push({ severity, rule, pointer: toPointer(keys), message, at })
  }
}

/** What other formats call the same thing. */
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
