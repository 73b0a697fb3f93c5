/** The vocabulary of layering: its input, its options and its result. */

import type { AtipTool, Command, CommandExtension, Effects, Option } from '@atip/protocol'
import type { LayerName } from '../types.js'
import type { Source } from './sources.js'

/** One source of a description. The override is not among them: it is a patch on the merged result. */
export interface Layer {
  layer: Exclude<LayerName, 'override'>
  tool: AtipTool
  /** For a shim from a registry: whether its signer is trusted. For other layers, the name decides. */
  trusted?: boolean
}

export interface Merged {
  tool: AtipTool
  /** Where each field of the tool comes from; read it with `sourceAt` or `sourcesIn`. */
  sources: Source
  /** Pointers to the fields that the override set or removed. */
  overridden: string[]
  /** Notes for the reader about disagreements between layers. */
  notes: string[]
}

/** The field of a merged description that lists the layers that took part, in the order of `LAYERS`. */
export const TOOK_PART = 'x-atip-layers'

/** A tool, a group or a command: anything with options and commands. */
export type Node = Partial<Command> & { globalOptions?: Option[] }

/** How a layer joins the description that stronger ones gave. */
export interface Joining {
  /** That description. Words that it defines keep their meaning. */
  tool: AtipTool
  /** Whether the layer may add effects and rules. Untrusted layers only give wording to existing parts. */
  fills: boolean
  /** Whether the layer adds commands, options and arguments. */
  adds: boolean
  /** Whether its text about a command replaces one that several commands of the tool share. */
  rewords?: boolean
}

/** What is stated above a node: in the current description, and in the layer that joins it. */
export interface Above {
  here: Stated
  there: Stated
}

export interface Stated {
  effects?: Effects | undefined
  unlisted?: CommandExtension['unlisted']
}
