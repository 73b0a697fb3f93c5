/** The vocabulary of layering: what is merged, and what comes out. */

import type { AtipTool } from '@atip/protocol'
import type { LayerName } from '../types.js'
import type { Source } from './sources.js'

/** One source of a description. The override is no layer of this kind: it is a patch on what the others gave. */
export interface Layer {
  layer: Exclude<LayerName, 'override'>
  tool: AtipTool
  /** For a shim from a registry: whether whoever signed it is trusted. The others are known by their name. */
  trusted?: boolean
}

export interface MergeOptions {
  /** Merge this command and what stands below it, and leave the others out. */
  path?: readonly string[]
}

export interface Merged {
  tool: AtipTool
  /** Where each field of the tool comes from; read it with `sourceAt` or `sourcesOf`. */
  sources: Source
  /** Pointers to what the override set or removed. */
  overridden: string[]
  /** What a reader should know about how layers disagreed, in words for people. */
  notes: string[]
}
