import type { AtipTool, TrustSource } from '@atip/protocol'

/** The content of the page of a tool. */
export interface ToolPage {
  name: string
  /** The description that the page shows. */
  tool: AtipTool
  /** The sources of the description and how far they can be trusted, each as a sentence. */
  trust: TrustStatement[]
  /** Newest first. */
  versions: PageVersion[]
  /** Between versions, newest first. */
  changes: VersionChanges[]
  /** Other names of the same program. */
  sameAs?: string[]
  /** Facts about the installed program: its path, the layers that describe it. */
  facts?: { name: string; value: string }[]
}

export interface TrustStatement {
  /** `good` only for verified facts. */
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
  /** The description as JSON, relative to the root of the registry. */
  json?: string
}

export interface VersionChanges {
  from: string
  to: string
  /** Effects that got worse or changed otherwise. */
  effects: { isWorse: boolean; text: string }[]
  /** The numbers of all other changes. */
  breaking: number
  compatible: number
  omitted: number
}
