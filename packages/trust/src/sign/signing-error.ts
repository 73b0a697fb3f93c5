export type SigningErrorCode = 'TOKEN' | 'KEY' | 'SERVICE' | 'CONFIG' | 'STATEMENT' | 'SELF_CHECK'

/** Why nothing was signed. */
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
