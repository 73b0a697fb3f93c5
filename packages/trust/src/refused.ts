/** Why something was not verified. */
export type RefusalCode =
  /** The file does not exist, is no regular file, is empty, or changes while it is read. */
  | 'FILE'
  /** Something is larger or deeper than the limits allow. */
  | 'LIMIT'
  /** A bundle, signature, key or attestation that cannot be read as what it should be. */
  | 'MALFORMED'
  /** The trusted root cannot be used. */
  | 'ROOT'
  | 'TIMESTAMP'
  | 'CERTIFICATE'
  /** The transparency log: no entry, no proof, or an entry about something else. */
  | 'LOG'
  | 'KEY'
  | 'SIGNATURE'
  /** Signed, but not by one of the expected signers. */
  | 'IDENTITY'
  /** Signed, but about something else than the artifact. */
  | 'SUBJECT'
  | 'PREDICATE'
  | 'BUILDER'
  | 'SOURCE'
  | 'LEVEL'
  /** There is something to verify, and it cannot be done here: an unknown kind, a missing library, no network. */
  | 'UNVERIFIABLE'

/** Thrown inside of a verification. What is exported catches it, and anything else that is thrown, and refuses. */
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

/** Runs a verification; whatever it throws is a refusal. */
export async function refusingThrows<Verified>(verify: () => Promise<Verified>): Promise<Verified | NotVerified> {
  try {
    return await verify()
  } catch (error) {
    return toRefusal(error)
  }
}

/** An error that no code expects comes from input that no code expects: malformed. */
export function toRefusal(error: unknown, otherwise: RefusalCode = 'MALFORMED'): NotVerified {
  const reason = error instanceof Error ? error.message : String(error)
  return { verified: false, code: error instanceof Refused ? error.code : otherwise, reason }
}
