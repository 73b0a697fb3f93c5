/** Why a tool was not crawled. Other tools are not affected. */
export type FailureCode =
  | 'manifest'
  | 'network'
  | 'rate-limited'
  | 'not-found'
  | 'bad-answer'
  | 'hash-mismatch'
  | 'hostile-archive'
  | 'limit'
  | 'platform'
  | 'no-program'
  | 'missing-client'
  | 'dependencies'

export interface FailureOptions {
  /** Whether a retry may help. */
  isPassing?: boolean
  /** The delay that the server requested. */
  retryAfterMs?: number
  cause?: unknown
}

export class CrawlFailure extends Error {
  override readonly name = 'CrawlFailure'
  readonly isPassing: boolean
  readonly retryAfterMs: number | undefined

  constructor(
    readonly code: FailureCode,
    message: string,
    { isPassing = false, retryAfterMs, cause }: FailureOptions = {},
  ) {
    super(message, { cause })
    this.isPassing = isPassing
    this.retryAfterMs = retryAfterMs
  }
}

/** Any other error is a fault of this program or machine, and may be temporary. */
export function failureFrom(error: unknown): CrawlFailure {
  if (error instanceof CrawlFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  return new CrawlFailure('network', message, { isPassing: true, cause: error })
}
