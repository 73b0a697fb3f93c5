import type { AtipTool, Command, CommandExtension, Effects, Option, Syntax } from '@atip/protocol'
import type { LayerName } from '../types.js'
import type { Reading } from './reading.js'
import type { Renames } from './rules.js'
import type { Sourced } from './sources.js'
import type { Voice } from './voices.js'

/** What holds options and commands: the tool, a group, a command. */
export type Holder = Partial<Command> & { globalOptions?: Option[] }

/** What the trusted layers together say about the tool, if they speak of effects at all. */
export interface Guard {
  tool: AtipTool
  /** Names that a call has to give for one of their rules to call it harmless. */
  calmingNames: ReadonlySet<string>
  /** Their global options that make a call harmless. */
  calming: readonly Sourced<Option>[]
  /** The names of all their parameters. */
  names: () => ReadonlySet<string>
  /** All their options, wherever they stand: what a further global option could be mistaken for. */
  everything: () => Reading
}

/** Where in all the trees at once a layer is being merged. */
export interface Place {
  layer: LayerName
  voice: Voice
  isTool: boolean
  name: string
  /** Set for layers that are not trusted, if trusted ones speak. */
  guard: Guard | undefined
  /** What the trusted layers say of this very node; undefined where they do not know it. */
  known: Holder | undefined
  /** How the trusted layers read words here, and what they say of words they do not list. */
  syntax: Syntax
  unlisted: CommandExtension['unlisted']
  stdin: CommandExtension['stdin']
  /** The effects that the merged description states above this node. */
  effects: Effects | undefined
  /** What the layer itself states above this node. */
  added: Inherited
  /** What layers say of this node that know all there is, and go before this one. */
  closers: readonly Holder[]
  renames: Renames
  /** Names of parameters above this node that nobody trusted knows. */
  newAbove: readonly string[]
  /** Those that come in here. A bare command shares them with its holder, since it stands where that does. */
  newHere: string[]
  /** A bare command: its options are merged with those of its holder. */
  isBare: boolean
}

export interface Inherited {
  effects?: Effects
  syntax?: Syntax
  unlisted?: CommandExtension['unlisted']
  stdin?: CommandExtension['stdin']
}

/** The child of that very name, safe for `constructor` and its kind. */
export function childOf({ commands }: Holder, name: string): Command | undefined {
  return commands !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
}

export function hasNamedCommands({ commands }: Holder): boolean {
  for (const name in commands) if (name !== '') return true
  return false
}

/** Whether words here may be operands: then no further command can be told from them. */
export function takesOperands(holder: Holder): boolean {
  const own = holder.arguments?.length ?? 0
  return own + (childOf(holder, '')?.arguments?.length ?? 0) > 0
}

/** A list or nothing, as a list. */
export function listOf<T>(value: T | T[] | undefined): T[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}
