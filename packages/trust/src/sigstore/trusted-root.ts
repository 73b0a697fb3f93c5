import { TrustedRoot } from '@sigstore/protobuf-specs'
import { toTrustMaterial, type TrustMaterial } from '@sigstore/verify'
import { text as shipped } from '../data/generated/trusted-root.js'
import { readJson } from '../files/read-json.js'
import { Refused } from '../refused.js'

/** The text of a trusted root: the keys and certificates of the signing services. */
export type TrustedRootText = string | Uint8Array

const MEDIA_TYPES = [
  'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
  'application/vnd.dev.sigstore.trustedroot.v0.1+json',
  'application/vnd.dev.sigstore.trustedroot.v0.2+json',
]

let shippedMaterial: TrustMaterial | undefined

/** The root of sigstore's public services ships with this package. Another root replaces it and never adds to it. */
export function trustMaterialOf(root?: TrustedRootText): TrustMaterial {
  if (root !== undefined) return readRoot(root)
  shippedMaterial ??= readRoot(shipped)
  return shippedMaterial
}

function readRoot(text: TrustedRootText): TrustMaterial {
  try {
    const root = TrustedRoot.fromJSON(readJson(text, 'the trusted root'))
    if (!MEDIA_TYPES.includes(root.mediaType)) {
      throw new Refused('ROOT', `the trusted root has the unknown media type ${JSON.stringify(root.mediaType)}`)
    }
    requireStarts(root)
    return toTrustMaterial(root)
  } catch (error) {
    if (error instanceof Refused && error.code === 'ROOT') throw error
    throw new Refused('ROOT', `the trusted root cannot be used: ${(error as Error).message}`, { cause: error })
  }
}

/** The library takes a key without a start date as valid since 1970. */
function requireStarts(root: TrustedRoot): void {
  const logs = [...root.tlogs, ...root.ctlogs].map(({ baseUrl, publicKey }) => ({
    name: baseUrl,
    start: publicKey?.validFor?.start,
  }))
  const authorities = [...root.certificateAuthorities, ...root.timestampAuthorities].map(({ uri, validFor }) => ({
    name: uri,
    start: validFor?.start,
  }))
  const endless = [...logs, ...authorities].find(({ start }) => start === undefined)
  if (endless === undefined) return
  throw new Refused('ROOT', `the trusted root does not say since when the key of ${endless.name} is valid`)
}
