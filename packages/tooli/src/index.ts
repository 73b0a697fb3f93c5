/** A program that imports this answers `--agent`. Scanners search for the protocol's name: atip. */
export { defineCli, type AnyCli, type Cli, type CommandPath } from './callable/cli.js'
export { command } from './callable/command.js'
export { group, use } from './callable/use.js'
export type {
  AnyCommand,
  CallOptions,
  CliDefinition,
  Command,
  CommandDefinition,
  CommandExample,
  CommandMap,
  LazyCommand,
  PrimeDefinition,
} from './define/types.js'

export type { CalledCommand, GroupSettings, Middleware, MiddlewareCall, Next, Passed, Shared } from './define/shared.js'
export type { McpDefinition, PromptDefinition, PromptMessage, ResourceDefinition } from './define/mcp.js'

export { Schema, t } from './schema/t.js'
export type { Content } from './schema/content.js'
export type { CliHints, Form } from './schema/form.js'
export type { InputOf, OutputOf, StandardSchema } from './schema/standard.js'

export {
  EXIT,
  ToolError,
  type ErrorCategory,
  type ErrorDocument,
  type Suggestion,
  type ToolErrorOptions,
} from './errors/error.js'
export type { Context } from './define/context.js'
export type { Client, Elicited, Sampled, SamplingRequest } from './define/client.js'
export type { Screen } from './define/screen.js'
export type { Io } from './call/io.js'
export type { Failure, Meta, Outcome, Success } from './call/outcome.js'
