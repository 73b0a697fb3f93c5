/** The parts of yargs 17 and 18 programs that we read; several copies may be installed, so none is imported. */
export interface YargsProgram {
  /** The started file, or the value of `scriptName`. */
  $0: string
  customScriptName?: boolean
  getOptions(): YargsOptions
  getDemandedCommands(): { _?: { min: number; max: number } }
  getGroups(): Record<string, string[]>
  getStrict(): boolean
  getInternalMethods(): YargsInternals
  help(name: string | false, description?: string): unknown
  version(name: string | false, description?: string, version?: string): unknown
  option(name: string | object, definition?: object): YargsProgram
  parserConfiguration(configuration: object): unknown
  parse(...parameters: unknown[]): unknown
  parseAsync(...parameters: unknown[]): unknown
  parseSync(...parameters: unknown[]): unknown
}

/** The declared options by key; a key and its aliases are one option. */
export interface YargsOptions {
  local: string[]
  array: string[]
  boolean: string[]
  count: string[]
  normalize: string[]
  number: string[]
  string: string[]
  hiddenOptions: string[]
  alias: Record<string, string[]>
  choices: Record<string, unknown[]>
  config: Record<string, unknown>
  default: Record<string, unknown>
  defaultDescription: Record<string, string | undefined>
  demandedOptions: Record<string, string | undefined>
  deprecatedOptions: Record<string, string | boolean | undefined>
  key: Record<string, boolean | undefined>
  narg: Record<string, number>
  envPrefix?: string
}

export interface YargsInternals {
  getCommandInstance(): YargsCommands
  getContext(): { commands: string[]; fullCommands: string[] }
  getParserConfiguration(): Record<string, unknown>
  getUsageInstance(): YargsUsage
  getValidationInstance(): YargsValidation
  /** Keeps global options and drops all commands, as yargs does before it runs a builder. */
  reset(aliases: Record<string, string[]>): YargsProgram
}

interface Freezable {
  freeze(): void
  unfreeze(): void
}

export interface YargsCommands extends Freezable {
  getCommandHandlers(): Record<string, YargsHandler>
  aliasMap?: Record<string, string>
  defaultCommand?: YargsHandler
}

export interface YargsUsage extends Freezable {
  getDescriptions(): Record<string, unknown>
  getUsage(): [text: string, description: string][]
  showVersion(emit: (version: unknown) => void): void
  example(line: string, description: string): void
}

export interface YargsValidation extends Freezable {
  getImplied(): Record<string, unknown[]>
  getConflicting(): Record<string, unknown[]>
}

/** A command before its builder was run. */
export interface YargsHandler {
  /** The declaration: `add <file> [more..]`. */
  original: string
  /** False for a hidden command. */
  description?: string | false
  builder: ((program: YargsProgram, isHelp: boolean) => unknown) | Record<string, object>
  handler: (...parameters: never[]) => unknown
  deprecated?: string | boolean
  demanded: YargsPositional[]
  optional: YargsPositional[]
}

export interface YargsPositional {
  /** Its name, then its aliases. */
  cmd: string[]
  variadic: boolean
}

/** A program, or the function that `require('yargs')` returns, which has the same methods. */
export function isYargs(program: unknown): program is YargsProgram {
  if ((typeof program !== 'object' && typeof program !== 'function') || program === null) return false
  const methods = ['getInternalMethods', 'getOptions', 'getDemandedCommands', 'parserConfiguration', 'parseAsync']
  return methods.every((name) => typeof (program as Record<string, unknown>)[name] === 'function')
}
