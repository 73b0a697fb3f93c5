import type { AtipTool, ByName } from '@atip/protocol'

/** Whose format is written and read. `openai` is Chat Completions. */
export type Provider = 'openai' | 'openai-responses' | 'anthropic' | 'gemini' | 'mcp' | 'ai-sdk'

/** What a compiled name stands for. Names are never parsed back (decision 19). */
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

/** One compiled tool is several commands, told apart by a property (Rule 3, strategy B). */
export interface ActionEntry {
  kind: 'action'
  tool: AtipTool
  /** The property that names the command. */
  discriminator: string
  actions: ByName<CommandEntry>
}

/** The parameter a property stands for (decisions 31 and 33). */
export interface PropertyEntry {
  kind: 'argument' | 'option'
  /** The parameter's own name. */
  name: string
}

/** A model's wish to use a tool, whatever provider it came from. */
export interface ToolCall {
  /** What the result must be sent back under; synthesised where the provider gives none (decision 39). */
  id: string
  /** The compiled name. */
  name: string
  /** The namespace it was called in, where the provider has such. Names are whole inside too, and are what counts. */
  namespace?: string
  /** What the model gave, by property name. */
  input: Record<string, unknown>
  /** Set where the arguments were no JSON object: nothing may be run. */
  problem?: string
}
