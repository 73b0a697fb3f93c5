import type { AtipTool, Effects } from '@atip/protocol'
import type { Property } from '../schema/object.js'
import type { IndexEntry } from '../types.js'

/** A compiled tool before it takes a provider's shape. */
export interface Draft {
  name: string
  tool: AtipTool
  /** The command, or the group that an action tool represents. */
  path: readonly string[]
  /** The group that holds it, for namespaces. */
  group: readonly string[]
  description: string
  properties: readonly Property[]
  /** The worst it can do. */
  effects: Effects
  entry: IndexEntry
  /** Inputs by property name, read from the author's examples. */
  examples: Record<string, unknown>[]
}
