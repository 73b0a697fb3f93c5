import type { AtipTool, ByName } from '@atip/protocol'

/** The provider whose format is read and written. `openai` is Chat Completions. */
export type Provider = 'openai' | 'openai-responses' | 'anthropic' | 'gemini' | 'mcp' | 'ai-sdk'

/** What each compiled name means. Names are never parsed back (decision 19). */
export type ToolIndex = ReadonlyMap<string, IndexEntry>

export type IndexEntry = CommandEntry | ActionEntry

/** One compiled tool is one command (Rule 3, strategy A). */
export interface CommandEntry {
  kind: 'command'
  tool: AtipTool
  /** The command, from the tool down; `[]` is the tool itself. */
  path: readonly string[]
  /** By the name the model sees. */
  properties: ByName<PropertyEntry>
}

/** One compiled tool is several commands, distinguished by a property (Rule 3, strategy B). */
export interface ActionEntry {
  kind: 'action'
  tool: AtipTool
  /** The property that names the command. */
  discriminator: string
  actions: ByName<CommandEntry>
}

/** The parameter that a property means (decisions 31 and 33). */
export interface PropertyEntry {
  kind: 'argument' | 'option'
  /** The parameter's own name. */
  name: string
}

/** A model's request to use a tool, from any provider. */
export interface ToolCall {
  /** The id for the result; synthesised if the provider gives none (decision 39). */
  id: string
  /** The compiled name. */
  name: string
  /** The namespace in which it was called, if the provider has namespaces. Names are unique without it. */
  namespace?: string
  /** The model's input, by property name. */
  input: Record<string, unknown>
  /** Set if the arguments were not a JSON object: nothing may be run. */
  problem?: string
}
