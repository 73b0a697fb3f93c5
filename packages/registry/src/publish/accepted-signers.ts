import { publicMinisignKey, publicPem } from '@atip/trust'
import { entryOfMinisignKey, entryOfSigner } from '../signing/accepted-by.js'
import type { OwnSigner } from '../signing/signer.js'
import type { SignerSettings } from '../signing/verify.js'
import { PublishError } from './refusal.js'

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
      all.flatMap(({ signers }) => signers.map(publicOnly)),
      (one) => entryOfSigner(one, root),
    ),
    minisignKeys: unique(
      all.flatMap(({ minisignKeys = [] }) => minisignKeys.map((key) => read(key, publicMinisignKey))),
      entryOfMinisignKey,
    ),
    ...(root !== undefined && { trustedRoot: root }),
  }
}

/** The manifest publishes this list, so it must not contain a private key. Equal keys also get equal texts here. */
const publicOnly = <T extends object>(signer: T): T =>
  'key' in signer ? { ...signer, key: read(String(signer.key), publicPem).trim() } : signer

function read(key: string, reader: (text: string) => string): string {
  try {
    return reader(key)
  } catch (error) {
    throw new PublishError(
      'signers',
      `a key among the accepted signers cannot be published: ${(error as Error).message}. If an earlier build published a private key, replace that key; and name all accepted signers again`,
      error,
    )
  }
}

/** In a fixed order, so that equal lists have equal text. */
function unique<T>(list: readonly T[], keyOf: (one: T) => string): T[] {
  const byKey = new Map(list.map((one) => [keyOf(one), one]))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
