/** Why an answer of a registry was not used. */
export type RegistryErrorCode =
  | 'config'
  | 'auth'
  | 'offline'
  | 'unreachable'
  | 'timeout'
  | 'cut-short'
  | 'too-large'
  | 'redirect'
  | 'status'
  | 'format'
  | 'digest'
  | 'unsigned'
  | 'signature'
  | 'rollback'
  | 'changed'
  | 'expired'
  | 'hash'
  | 'policy'

/** A registry, or one file of it, cannot be used. What was used before stays in use. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
  readonly code: RegistryErrorCode

  constructor(code: RegistryErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
  }
}
