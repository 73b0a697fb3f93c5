/** Kinds of failure, each with its range of codes: input E1xxx, auth E2xxx, state E3xxx, runtime E4xxx, internal E5xxx. */
export type ErrorCategory = 'input' | 'auth' | 'state' | 'runtime' | 'internal'

/** The advice for a failure. `example` is a whole command line. */
export interface Suggestion {
  action: 'retry_with_modified_input' | 'use_different_tool' | 'retry' | 'ask_user' | 'abort'
  fix: string
  example?: string
  /** `machine_applicable`: running `example` as it is succeeds where this failed. */
  applicability: 'machine_applicable' | 'maybe_incorrect' | 'has_placeholders'
}

/** The error as every surface shows it. */
export interface ErrorDocument {
  code: string
  category: ErrorCategory
  message: string
  suggestion?: Suggestion
  is_retryable: boolean
  details?: Record<string, unknown>
}

export interface ToolErrorOptions {
  suggestion?: Suggestion
  retryable?: boolean
  details?: Record<string, unknown>
  /** Exit code, if not the one of its category. */
  exitCode?: number
  cause?: unknown
}

/** A failure that agents can handle. Commands throw it; the framework throws it for bad input. */
export class ToolError extends Error {
  readonly code: string
  readonly category: ErrorCategory
  readonly suggestion: Suggestion | undefined
  readonly isRetryable: boolean
  readonly details: Record<string, unknown> | undefined
  readonly exitCode: number

  /** Tests the shape, so that instances of other copies of this package are recognised. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ToolError' && 'code' in value && 'exitCode' in value
  }

  constructor(code: string, message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ToolError'
    this.code = code
    this.category = categoryOf(code)
    this.suggestion = options.suggestion
    this.isRetryable = options.retryable ?? false
    this.details = options.details
    this.exitCode = options.exitCode ?? exitCodeOf(this.category, this.isRetryable)
  }

  toDocument(): ErrorDocument {
    const { code, category, message, suggestion, isRetryable, details } = this
    return {
      code,
      category,
      message,
      ...(suggestion && { suggestion }),
      is_retryable: isRetryable,
      ...(details && { details }),
    }
  }
}

const CATEGORIES: readonly ErrorCategory[] = ['input', 'auth', 'state', 'runtime', 'internal']

function categoryOf(code: string): ErrorCategory {
  const digit = /^E([1-5])\d{3}$/.exec(code)?.[1]
  if (digit === undefined) throw new TypeError(`error codes look like E1001 to E5999; found ${JSON.stringify(code)}`)
  return CATEGORIES[Number(digit) - 1]!
}

/** The exit codes of sysexits.h, as far as agents act on them. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  dataFormat: 65,
  noInput: 66,
  unavailable: 69,
  cannotCreate: 73,
  io: 74,
  temporary: 75,
  permission: 77,
  configuration: 78,
  interrupted: 130,
} as const

function exitCodeOf(category: ErrorCategory, isRetryable: boolean): number {
  if (category === 'input') return EXIT.usage
  if (category === 'auth') return EXIT.permission
  return isRetryable && category === 'runtime' ? EXIT.temporary : EXIT.failure
}

/** Codes the framework itself uses; commands are free to use the rest. */
export const CODES = {
  invalidInput: 'E1000',
  unknownCommand: 'E1001',
  unknownOption: 'E1002',
  missingValue: 'E1003',
  invalidValue: 'E1004',
  missingArgument: 'E1005',
  unexpectedArgument: 'E1006',
  invalidJson: 'E1007',
  unreadableFile: 'E1008',
  dryRunUnsupported: 'E1009',
  invalidConfiguration: 'E1010',
  relatedOptions: 'E1011',
  confirmationNeeded: 'E3900',
  refusedByPolicy: 'E3901',
  keyConflict: 'E3902',
  declined: 'E3903',
  clientCannot: 'E3904',
  timedOut: 'E4900',
  cancelled: 'E4901',
  programFailed: 'E4902',
  notStarted: 'E4903',
  stillRunning: 'E4904',
  notKept: 'E4905',
  unexpected: 'E5000',
  wrongOutput: 'E5001',
  commandExited: 'E5002',
  notIncluded: 'E5003',
} as const
