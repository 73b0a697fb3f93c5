import type { AnyCommand, LazyCommand } from '../define/types.js'
import type { CliHints, Form } from '../schema/form.js'

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
}

/** A command with its schemas read: what parsing, help, `--agent` and execution work on. */
export interface CommandModel {
  kind: 'command'
  command: AnyCommand
  path: string[]
  parameters: ParameterModel[]
  /** Arguments and options together, as one object. */
  input: Form
  output: Form | undefined
}

export interface GroupModel {
  kind: 'group'
  path: string[]
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
}

export type NodeModel = CommandModel | GroupModel | LazyModel

/** A group in which nothing is lazy any more. */
export interface LoadedGroup extends GroupModel {
  children: Map<string, LoadedGroup | CommandModel>
}
