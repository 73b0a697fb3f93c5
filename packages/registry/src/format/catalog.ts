import type { Hash, TrustSource } from '@atip/protocol'

/** One shim in the catalog of a name. */
export interface CatalogLine {
  hash: Hash
  name: string
  version?: string
  platform?: string
  aliases?: string[]
  source: TrustSource
  description: string
  signed: boolean
  /** The signer, if the build verified a signature. */
  signer?: string
}

/** All shims that a registry has under one name, ordered by version, platform and hash. */
export interface CatalogTool {
  name: string
  shims: CatalogLine[]
}
