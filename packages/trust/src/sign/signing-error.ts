export type SigningErrorCode = 'TOKEN' | 'KEY' | 'SERVICE' | 'CONFIG' | 'STATEMENT' | 'SELF_CHECK'

/** Why signing failed. */
export class SigningError extends Error {
  override readonly name = 'SigningError'

  constructor(
    readonly code: SigningErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
