import type { AnyCommand, LazyCommand } from '../define/types.js'
import type { Link } from '../define/shared.js'
import type { CliHints, Form } from '../schema/form.js'
import type { BuiltInFlag } from './built-in-flags.js'
import type { SharedScope } from './scope.js'

/** One argument or option of a command, for every surface. */
export interface ParameterModel {
  /** Its key in the input object. */
  key: string
  kind: 'argument' | 'option'
  /** `['-r', '--root']`; empty for arguments. */
  flags: string[]
  form: Form
  hints: CliHints
  isRequired: boolean
  /** Takes several values. */
  isMultiple: boolean
  /** For an object: the options for its keys, such as `--resources.cpu`. */
  inner?: InnerParameter[]
  /** A map, written `--label KEY=VALUE`. */
  isMap?: true
  /** Its relations to other options, in words: "not with --all". */
  notes?: string[]
  /** Comes from what the command `use`s, not from the command itself. */
  isShared?: true
}

/** An option for a key inside an object; `key` is written with dots. */
export interface InnerParameter extends ParameterModel {
  /** The path of keys to it, starting with that of the parameter. */
  at: string[]
}

/** A command with its schemas read, for parsing, help, `--agent` and execution. */
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
  /** The options that all its commands share, with those of the groups around it. */
  readonly parameters: ParameterModel[]
  /** All children, created on first use. */
  readonly children: Map<string, NodeModel>
  /** One child by name, without reading the others. */
  child(name: string): NodeModel | undefined
}

/** A command of which only the name and the description are known until it is loaded. */
export interface LazyModel {
  kind: 'lazy'
  path: string[]
  lazy: LazyCommand
  scope: SharedScope
}

export type NodeModel = CommandModel | GroupModel | LazyModel

/** A group in which every command is loaded. */
export interface LoadedGroup extends GroupModel {
  children: Map<string, LoadedGroup | CommandModel>
}
