/** Why a file of the source was not published. An earlier published version stays. */
export type ShimRefusalCode =
  | 'name'
  | 'file'
  | 'invalid'
  | 'empty'
  | 'hash'
  | 'too-large'
  | 'unsigned'
  | 'signature'
  | 'immutable'
  | 'demoted'
  | 'source'

export interface ShimRefusal {
  file: string
  code: ShimRefusalCode
  reason: string
}

export class RefusedFile extends Error {
  override readonly name = 'RefusedFile'
  readonly code: ShimRefusalCode

  constructor(code: ShimRefusalCode, reason: string) {
    super(reason)
    this.code = code
  }
}

/** A published shim that is withdrawn although its file exists, because it is no longer acceptable. */
export interface ShimWithdrawal {
  name: string
  reason: string
}

/** A registry cannot be built at all. */
export class PublishError extends Error {
  override readonly name = 'PublishError'
  readonly code: 'locked' | 'source' | 'target' | 'state' | 'empty' | 'signers' | 'unsigned'

  constructor(code: PublishError['code'], message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
  }
}
