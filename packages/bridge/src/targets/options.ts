import type { AtipTool } from '@atip/protocol'

export interface CompileOptions {
  /**
   * Whether the provider must hold the model to the schema (OpenAI, Anthropic, AI SDK). 'auto': as many tools as the
   * provider allows; the notes say which are not. Default false.
   */
  strict?: boolean | 'auto'
  /** One tool for each command, or one for each group with a property that names the command (Rule 3). */
  strategy?: 'discrete' | 'action'
  /** Tools that are loaded only when a search finds them (OpenAI Responses, Anthropic, AI SDK). */
  defer?: boolean | ((candidate: DeferCandidate) => boolean)
  /** Wraps the tools of each program, or of each group of commands, in a namespace (OpenAI Responses). */
  namespaces?: 'tool' | 'group'
  /** Lets the provider keep the tools between requests, for five minutes or an hour (Anthropic). */
  cache?: '5m' | '1h'
  /** Adds inputs from the commands' examples (Anthropic, AI SDK). Default false. */
  examples?: boolean
  /** Adds what a command creates, modifies and deletes to its flags (decision 22). Default false. */
  resources?: boolean
  /** Maximum length of a description in characters, if not the provider's own limit. */
  descriptionLimit?: number
}

export interface DeferCandidate {
  name: string
  tool: AtipTool
  /** The command, or the group that an action tool represents. */
  path: readonly string[]
}
