import type { Content } from '../schema/content.js'
import type { AnySchema } from '../schema/standard.js'
import type { Client } from './client.js'

/** What an MCP server of the tool offers besides its commands. */
export interface McpDefinition {
  /**
   * `each`: a tool for each command. `search`: tools to search, describe and run commands. The default depends on the
   * number of commands.
   */
  tools?: 'each' | 'search'
  /** The instructions for models. By default the description, the directives of `prime`, and how to call. */
  instructions?: string | (() => string)
  /** Saves tokens: tools without titles, output schemas and error codes, results without an envelope. */
  lean?: boolean
  /** What clients get besides the commands. By default both: the command `prime` as a tool, and the generated skill. */
  offers?: readonly ('prime' | 'skill')[]
  /** By URI, or by a template such as `notes://{id}`. */
  resources?: Readonly<Record<string, ResourceDefinition>>
  prompts?: Readonly<Record<string, PromptDefinition>>
}

export interface ResourceDefinition {
  name: string
  description?: string
  mimeType?: string
  /** The text or the bytes; `variables` are those of the template. Undefined if there is nothing at this address. */
  read: (
    variables: Readonly<Record<string, string>>,
  ) => string | Uint8Array | undefined | Promise<string | Uint8Array | undefined>
  /** Values that a variable of the template can have. */
  complete?: Readonly<Record<string, Completer>>
  /** Calls `changed` whenever it changes, until the returned function is called. */
  watch?: (changed: () => void) => () => void
}

export interface PromptDefinition {
  description: string
  /** Its arguments: an object of strings. */
  args?: AnySchema
  /** The text, or whole messages. */
  get: (args: Readonly<Record<string, string>>, client: Client) => PromptText | Promise<PromptText>
}

export type PromptText = string | readonly PromptMessage[]

export interface PromptMessage {
  role: 'user' | 'assistant'
  content: Content
}

export type Completer = (typed: string) => readonly string[] | Promise<readonly string[]>
