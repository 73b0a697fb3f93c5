/** The parts of commander's objects (versions 9 to 15) that we read. */

export interface CommanderCommand {
  parse: Parse<unknown>
  parseAsync: Parse<Promise<unknown>>
  name(): string
  aliases(): string[]
  description(): string
  summary?(): string
  version(): string | undefined
  createHelp(): CommanderHelp
  readonly parent?: CommanderCommand | null
  readonly commands: readonly CommanderCommand[]
  readonly options: readonly CommanderOption[]
  readonly registeredArguments?: readonly CommanderArgument[]
  /** Before version 11.1. */
  readonly _args?: readonly CommanderArgument[]
  readonly _actionHandler?: unknown
  readonly _executableHandler?: boolean
  readonly _enablePositionalOptions?: boolean
  readonly _passThroughOptions?: boolean
  readonly _combineFlagAndOptionalValue?: boolean
  readonly _versionOptionName?: string
  readonly _allowExcessArguments?: boolean
  readonly _usage?: string
}

export type Parse<R> = (argv?: readonly string[], options?: { from?: string }) => R

/** What `--help` lists, without hidden entries and with the author's customisation. */
export interface CommanderHelp {
  visibleCommands(command: CommanderCommand): readonly CommanderCommand[]
  visibleOptions(command: CommanderCommand): readonly CommanderOption[]
}

interface CommanderValue {
  readonly description: string
  readonly required: boolean
  readonly variadic: boolean
  readonly defaultValue?: unknown
  readonly defaultValueDescription?: string
  readonly parseArg?: (value: string, previous: unknown) => unknown
  readonly argChoices?: readonly string[]
  name(): string
}

export type CommanderArgument = CommanderValue

export interface CommanderOption extends CommanderValue {
  readonly flags: string
  readonly short?: string
  readonly long?: string
  readonly optional: boolean
  readonly negate: boolean
  readonly mandatory: boolean
  readonly envVar?: string
  readonly conflictsWith?: readonly string[]
  readonly implied?: Readonly<Record<string, unknown>>
  attributeName(): string
}
