/** The vocabulary of layering: what is merged, how, and what comes out. */

import type { AtipTool, Command, CommandExtension, Effects, Option } from '@atip/protocol'
import type { LayerName } from '../types.js'
import type { Source } from './sources.js'

/** One source of a description. The override is no layer of this kind: it is a patch on what the others gave. */
export interface Layer {
  layer: Exclude<LayerName, 'override'>
  tool: AtipTool
  /** For a shim from a registry: whether its signer is trusted. The others are known by their name. */
  trusted?: boolean
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

/** The field of a merged description that lists the layers that took part, strongest first. */
export const TOOK_PART = 'x-atip-layers'

/** What holds options and commands: the tool, a group, a command. */
export type Node = Partial<Command> & { globalOptions?: Option[] }

/** How a layer joins the description that stronger ones gave. */
export interface Joining {
  /** That description. Words that it understands keep their meaning. */
  tool: AtipTool
  /** Whether the layer fills in what calls do. One that is not trusted only gives wording to what is there. */
  fills: boolean
  /** Whether it adds commands, options and arguments. */
  adds: boolean
}

/** What holds above a node: in the description that is there, and in the layer that joins it. */
export interface Above {
  here: Stated
  there: Stated
}

export interface Stated {
  effects?: Effects | undefined
  unlisted?: CommandExtension['unlisted']
}
