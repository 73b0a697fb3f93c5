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
  /** Who signed it, as far as the build verified that. */
  signer?: string
}

/** Everything that a registry has under one name, in the order of version, platform and hash. */
export interface CatalogTool {
  name: string
  shims: CatalogLine[]
}
