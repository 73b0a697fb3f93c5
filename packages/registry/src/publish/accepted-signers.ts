import { entryOfMinisignKey, entryOfSigner } from '../signing/accepted-by.js'
import type { OwnSigner } from '../signing/signer.js'
import type { SignerSettings } from '../signing/verify.js'

/**
 * The accepted signers of a build: exactly `trust` if given, or else the builder's own key and the signers of the last
 * build.
 */
export function acceptedSigners(
  { trust, moreTrust }: { trust?: SignerSettings; moreTrust?: SignerSettings },
  before: SignerSettings | undefined,
  own: OwnSigner | undefined,
): SignerSettings {
  const lists = trust === undefined ? [before, moreTrust, own?.settings] : [trust]
  const all = lists.filter((one) => one !== undefined)
  const found = all.map(({ trustedRoot }) => trustedRoot).findLast((one) => one !== undefined)
  const root = found === undefined ? undefined : String(found)
  return {
    signers: unique(
      all.flatMap(({ signers }) => signers.map(trimmed)),
      (one) => entryOfSigner(one, root),
    ),
    minisignKeys: unique(
      all.flatMap(({ minisignKeys = [] }) => minisignKeys),
      entryOfMinisignKey,
    ),
    ...(root !== undefined && { trustedRoot: root }),
  }
}

/** Makes the same key from a file and from the signer equal. */
const trimmed = <T extends object>(signer: T): T =>
  'key' in signer && typeof signer.key === 'string' ? { ...signer, key: signer.key.trim() } : signer

/** In a fixed order, so that equal lists have equal text. */
function unique<T>(list: readonly T[], keyOf: (one: T) => string): T[] {
  const byKey = new Map(list.map((one) => [keyOf(one), one]))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
