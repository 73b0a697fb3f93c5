import { createHash } from 'node:crypto'
import type { ExpectedSigner } from '@atip/trust'

/** A configured list of accepted signers. */
export interface SignerList {
  signers: readonly ExpectedSigner[]
  minisignKeys?: readonly string[] | undefined
  trustedRoot?: unknown
}

/** An entry of the list as text, to store and compare. Entries for sigstore also depend on the trusted root. */
export const entryOfSigner = (signer: ExpectedSigner, trustedRoot: unknown): string =>
  digest(['signer', signer, trustedRoot === undefined ? null : String(trustedRoot)])
export const entryOfMinisignKey = (key: string): string => digest(['minisign', key.trimEnd().split(/\r?\n/).at(-1)])

/** All entries of a list. */
export function entriesOf({ signers, minisignKeys = [], trustedRoot }: SignerList): string[] {
  return [...signers.map((one) => entryOfSigner(one, trustedRoot)), ...minisignKeys.map(entryOfMinisignKey)]
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
