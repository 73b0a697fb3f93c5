import type { Authentication, Effects, Pattern } from '@atip/protocol'
import type { AnySchema } from '../schema/standard.js'
import type { Screen } from './screen.js'
import type { Context } from './context.js'
import type { FlagNames } from './flags.js'
import type { McpDefinition } from './mcp.js'
import type { AnyShared } from './shared.js'

type MaybeSchema = AnySchema | undefined

/** An author's definition of one command: its schemas, and a body with the matching types. */
export interface CommandDefinition<
  Args,
  Options,
  Result,
  A = MaybeSchema,
  P = MaybeSchema,
  R = MaybeSchema,
  Added = {},
  U = AnyShared,
> {
  description: string
  /** Paragraphs for help, below the description. */
  details?: string
  /** Positional arguments, in the order of the object's keys. */
  args?: A
  options?: P
  /** Options and middleware shared with other commands; the body receives what they add. */
  use?: U
  /** Checked on every surface; without it anything may be returned. */
  output?: R
  effects?: Effects
  examples?: readonly CommandExample[]
  /** Codes this command may fail with, and what each means. */
  errors?: Readonly<Record<string, string>>
  /** `60s`, `500ms`, `2m`. */
  timeout?: string
  /**
   * The body always ends soon after its signal is aborted, and its return value is the result, for commands that must
   * report what they did. Other bodies are abandoned.
   */
  endsItself?: boolean
  /**
   * The command is a server, such as one of `tooli/mcp`: it owns stdin and stdout and has no result. Clients of the
   * tool's own MCP server cannot start it.
   */
  serves?: boolean
  /** The body asks for consent itself, call by call, so there is no confirmation before it runs. */
  asksItself?: boolean
  /** The body performs its effects through `ctx.effect`, so that `--dry-run` can list them instead. */
  dryRun?: boolean
  /** Heading under which help lists it. */
  group?: string
  aliases?: readonly string[]
  hidden?: boolean
  /** Why, and what to use instead. */
  deprecated?: string
  run: (call: RunCall<Args, Options, Added>) => RunResult<NoInfer<Result>>
  /** The format of this command's result if none is asked for and it depends on the input: JSON lines for a batch. */
  defaultOutput?: (input: Readonly<Record<string, unknown>>) => OutputFormat | undefined
  /** Show long text in a pager, on a terminal only: `$NAME_PAGER`, `$PAGER`, else less. */
  pager?: boolean
  /** Renders the result as text, if not as a table or labelled lines. `tooli/terminal` has what to draw it with. */
  text?: (data: NoInfer<Result>, screen: Screen) => string | Promise<string>
}

export type OutputFormat = 'json' | 'jsonl' | 'text' | 'raw'

export interface RunCall<Args, Options, Added = {}> {
  args: Args
  options: Options
  ctx: Context & Added
}

/** A value, a promise of one, or, where the result is a list or bytes, its parts as they come. */
export type RunResult<O> = O | Promise<O> | Streamed<O>

type Streamed<O> = O extends readonly (infer Item)[]
  ? AsyncIterable<Item>
  : O extends Uint8Array
    ? AsyncIterable<Uint8Array>
    : never

export interface CommandExample {
  /** A whole command line, with or without the program's name. */
  run: string
  description: string
}

export interface CallOptions {
  /** Confirms a destructive command. */
  yes?: boolean
  dryRun?: boolean
  signal?: AbortSignal
  timeout?: string
  idempotencyKey?: string
}

/** A command is a function: call it with its input. Everything a surface enforces is enforced here too. */
export interface Command<I = never, O = unknown> {
  (input: I, options?: CallOptions): Promise<O>
  readonly definition: AnyDefinition
}

// oxlint-disable-next-line typescript/no-explicit-any -- only `any` admits every definition: the body is contravariant
export type AnyDefinition = CommandDefinition<any, any, any, MaybeSchema, MaybeSchema, MaybeSchema, any>

/** A command that is loaded when it is called, with the fields that help and listings need. */
export interface LazyCommand {
  readonly description: string
  readonly load: () => Promise<unknown>
  readonly hidden?: boolean
  readonly group?: string
  readonly aliases?: readonly string[]
}

/** A map of commands; a map inside is a group, described under the key `""`. */
export interface CommandMap {
  readonly [name: string]: AnyCommand | LazyCommand | CommandMap | string
}

/** A command of any types. Its input type is unknown, so it cannot be called directly. */
export type AnyCommand = Command

/** The one command of a program without subcommands; `undefined` for other programs. */
export type MaybeCommand = AnyCommand | undefined

export interface CliDefinition<C extends CommandMap, M extends MaybeCommand = MaybeCommand> {
  name: string
  version: string
  description: string
  details?: string
  homepage?: string
  /** Without subcommands: the one command the program is. */
  command?: M
  commands?: C
  /** Options and middleware for all commands. */
  use?: AnyShared
  /** Other names for flags of the framework, or `false` for none: `{ output: '--format', timeout: false }`. */
  flags?: FlagNames
  /** The commands that the tool shows when it is called without arguments, and the headings of the others in help. */
  overview?: Overview
  authentication?: Authentication
  patterns?: Pattern[]
  /** Answers to `prime`: how the tool wants to be used. */
  prime?: PrimeDefinition
  /** Read values from `.NAME.json` of the project and `NAME/config.json` of the user. */
  config?: boolean
  /** The format if neither `--output` nor `TOOLI_OUTPUT` names one. By default text on a terminal, JSON in a pipe. */
  defaultOutput?: OutputFormat
  /**
   * Other formats in which the tool describes itself: systemd's `--introspect-cli`, and `__schema` of cli-schema.org.
   */
  formats?: readonly ('introspect-cli' | 'cli-schema')[]
  /** What an MCP server of the tool offers beside its commands. */
  mcp?: McpDefinition
  /** Result of the build step: `--agent`, help and completions are answered from it without loading commands. */
  manifest?: URL | string
}

/** Main commands under headings, in this order. The others are named in one line, and help lists them below. */
export interface Overview {
  /** Heading → names of commands: `{ Start: ['scan', 'list'] }`. */
  readonly groups: Readonly<Record<string, readonly string[]>>
  /** The first line to try: `atip scan`. */
  readonly start?: string
}

/** What a tool tells an agent before first use (Prime RFC 5.2). */
export interface PrimeDefinition {
  toolName?: string
  primaryIntents?: readonly string[]
  do?: readonly string[]
  dont?: readonly string[]
  capabilities?: Readonly<Record<string, unknown>>
  rateLimits?: { readonly requestsPerMinute?: number; readonly burst?: number; readonly [limit: string]: unknown }
  preferredCommands?: readonly string[]
  deprecatedCommands?: readonly string[]
  examples?: readonly { description: string; sequence: readonly string[] }[]
  breakingChangeSince?: string
  minAgentVersion?: string
  /** How long the answer is valid, such as `1h`. */
  expiresIn?: string
}
