/** Why a verification failed. */
export type RefusalCode =
  /** The file does not exist, is not a regular file, is empty, or changes while it is read. */
  | 'FILE'
  /** Something is larger or nested deeper than the limits allow. */
  | 'LIMIT'
  /** A bundle, signature, key or attestation that cannot be parsed. */
  | 'MALFORMED'
  /** The trusted root cannot be used. */
  | 'ROOT'
  /** A key or fingerprint of the settings cannot be used. */
  | 'SETTINGS'
  | 'TIMESTAMP'
  | 'CERTIFICATE'
  /** The transparency log: no entry, no proof, or an entry about something else. */
  | 'LOG'
  | 'KEY'
  | 'SIGNATURE'
  /** Signed, but not by one of the expected signers. */
  | 'IDENTITY'
  /** Signed, but for another artifact. */
  | 'SUBJECT'
  | 'PREDICATE'
  | 'BUILDER'
  | 'SOURCE'
  | 'LEVEL'
  /** Verification is impossible here: an unknown type, a missing library, no network. */
  | 'UNVERIFIABLE'

/** Thrown inside of a verification. Exported functions catch every exception and return a refusal. */
export class Refused extends Error {
  override readonly name = 'Refused'

  constructor(
    readonly code: RefusalCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export interface NotVerified {
  verified: false
  code: RefusalCode
  reason: string
}

/** Runs a verification and turns every exception into a refusal. */
export async function refusingThrows<Verified>(verify: () => Promise<Verified>): Promise<Verified | NotVerified> {
  try {
    return await verify()
  } catch (error) {
    return toRefusal(error)
  }
}

/** An unexpected exception comes from unexpected input, so it counts as malformed. */
export function toRefusal(error: unknown, otherwise: RefusalCode = 'MALFORMED'): NotVerified {
  const reason = error instanceof Error ? error.message : String(error)
  return { verified: false, code: error instanceof Refused ? error.code : otherwise, reason }
}
