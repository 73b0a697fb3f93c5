import type { AtipTool, TrustSource } from '@atip/protocol'

/** Everything that the page of a tool tells. */
export interface ToolPage {
  name: string
  /** The description that the page shows. */
  tool: AtipTool
  /** Where it comes from and what that is worth, each in a sentence. */
  trust: TrustStatement[]
  /** Newest first. */
  versions: PageVersion[]
  /** Between versions, newest first. */
  changes: VersionChanges[]
  /** Other tools that are the same program. */
  sameAs?: string[]
  /** Facts about the program here: where it is, which layers describe it. */
  facts?: { name: string; value: string }[]
}

export interface TrustStatement {
  /** `good` only for what was verified. */
  kind: 'good' | 'neutral' | 'warning'
  title: string
  text: string
}

export interface PageVersion {
  version: string
  platform: string
  hash: string
  source: TrustSource
  isSigned: boolean
  signer?: string
  /** The description as JSON, from the root of the registry. */
  json?: string
}

export interface VersionChanges {
  from: string
  to: string
  /** Effects that got worse, or changed in another way. */
  effects: { isWorse: boolean; text: string }[]
  /** Everything else, by how many. */
  breaking: number
  compatible: number
  omitted: number
}
