import type { AnyCommand, LazyCommand } from '../define/types.js'
import type { Link } from '../define/shared.js'
import type { CliHints, Form } from '../schema/form.js'
import type { BuiltInFlag } from './built-in-flags.js'
import type { SharedScope } from './scope.js'

/** One argument or option of a command, as every surface sees it. */
export interface ParameterModel {
  /** Name in the input object. */
  key: string
  kind: 'argument' | 'option'
  /** `['-r', '--root']`; none for arguments. */
  flags: string[]
  form: Form
  hints: CliHints
  isRequired: boolean
  /** Takes several values. */
  isMultiple: boolean
  /** Of an object: the options for its keys, such as `--resources.cpu`. */
  inner?: InnerParameter[]
  /** A map, written `--label KEY=VALUE`. */
  isMap?: true
  /** How it goes with other options, in words: "not with --all". */
  notes?: string[]
  /** Not of the command, but of what it `use`s. */
  isShared?: true
}

/** An option for a key inside an object; `key` is written with dots. */
export interface InnerParameter extends ParameterModel {
  /** The keys that lead to it, that of the parameter first. */
  at: string[]
}

/** A command with its schemas read: what parsing, help, `--agent` and execution work on. */
export interface CommandModel {
  kind: 'command'
  command: AnyCommand
  path: string[]
  /** Its own, then those it shares with others. */
  parameters: ParameterModel[]
  /** Shared options and middleware, outermost first. */
  links: readonly Link[]
  /** The flags of every command, as the tool names them. */
  flags: readonly BuiltInFlag[]
  /** Arguments and options together, as one object. */
  input: Form
  output: Form | undefined
}

export interface GroupModel {
  kind: 'group'
  path: string[]
  scope: SharedScope
  description: string
  /** All of them; made when first asked for. */
  readonly children: Map<string, NodeModel>
  /** One of them by name, without looking at the others. */
  child(name: string): NodeModel | undefined
}

/** Known by name and description until it is loaded. */
export interface LazyModel {
  kind: 'lazy'
  path: string[]
  lazy: LazyCommand
  scope: SharedScope
}

export type NodeModel = CommandModel | GroupModel | LazyModel

/** A group in which nothing is lazy any more. */
export interface LoadedGroup extends GroupModel {
  children: Map<string, LoadedGroup | CommandModel>
}
