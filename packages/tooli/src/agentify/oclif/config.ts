/** The parts of oclif's objects (core 3 to 5) that we read. */

export interface OclifCore {
  Config: { load(options?: unknown): Promise<OclifConfig> }
  Args?: Kinds
  Flags?: Kinds
}

/** Factories for flags or arguments of one kind: `Flags.integer()`. */
type Kinds = Record<string, undefined | ((options?: object) => { parse?: unknown })>

export interface OclifConfig {
  bin: string
  version: string
  pjson: OclifPackage
  commands: readonly OclifCommand[]
  topics: readonly { name: string; description?: string; hidden?: boolean }[]
  topicSeparator: string
  isSingleCommandCLI?: boolean
  plugins?: ReadonlyMap<string, { hasManifest?: boolean }>
}

interface OclifPackage {
  description?: string
  homepage?: string
  oclif: { additionalHelpFlags?: string[]; additionalVersionFlags?: string[] }
}

/** A command in the manifest. */
export interface OclifCommand {
  id: string
  pluginName?: string
  summary?: string
  description?: string
  aliases?: readonly string[]
  hiddenAliases?: readonly string[]
  hidden?: boolean
  /** `beta`, `deprecated`, or the author's own word. */
  state?: unknown
  deprecationOptions?: OclifDeprecation
  strict?: boolean
  examples?: string | readonly (string | { command?: string })[]
  flags?: Record<string, OclifFlag>
  args?: Record<string, OclifArg>
  load?(): Promise<OclifClass>
}

/** A command's class, which knows more than the manifest. */
export interface OclifClass {
  '--'?: boolean
  flags?: Record<string, OclifFlag>
  baseFlags?: Record<string, OclifFlag>
  args?: Record<string, OclifArg>
}

export interface OclifDeprecation {
  message?: string
  to?: string
  version?: string | number
}

interface OclifParameter {
  description?: string
  required?: boolean
  hidden?: boolean
  options?: readonly string[]
  default?: unknown
  multiple?: boolean
  parse?: unknown
}

export type OclifArg = OclifParameter

export interface OclifFlag extends OclifParameter {
  type: 'boolean' | 'option'
  summary?: string
  char?: string
  aliases?: readonly string[]
  charAliases?: readonly string[]
  allowNo?: boolean
  multipleNonGreedy?: boolean
  delimiter?: string
  env?: string
  deprecated?: true | OclifDeprecation
  /** The default is text for help and not a value. */
  hasDynamicHelp?: boolean
  dependsOn?: readonly string[]
  exclusive?: readonly string[]
  relationships?: readonly { type: string; flags: readonly (string | { name: string })[] }[]
}

/** If `:` separates names, the whole id is one word. */
export function wordsOf(config: OclifConfig, id: string): string[] {
  return config.topicSeparator === ' ' ? id.split(':') : [id]
}

/** The commands by their own ids; oclif lists each under every alias too. */
export function commandsIn(config: OclifConfig): OclifCommand[] {
  return config.commands.filter((command) => !aliasesOf(command).includes(command.id))
}

/** All other ids of a command, with `:` between names. */
export function aliasesOf({ aliases = [], hiddenAliases = [] }: OclifCommand): string[] {
  return [...aliases, ...hiddenAliases].map((alias) => alias.replaceAll(' ', ':'))
}
