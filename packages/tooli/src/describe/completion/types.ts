/** The completion data of a tool: plain data, so that a manifest can hold it and TAB loads no command. */
export interface CompletionTree {
  root: CompletionCommand
  /** The flags of every command, listed once; a command's option with the same flag replaces one. */
  builtIn: CompletionOption[]
}

export interface CompletionCommand {
  name: string
  description: string
  aliases?: string[]
  /** Offered only after its first letter is typed. */
  isUnlisted?: true
  /** This command does not take the flags of every command. */
  hasOwnOptionsOnly?: true
  /** After the first operand, no word is an option. */
  endsOptions?: true
  options?: CompletionOption[]
  arguments?: CompletionArgument[]
  commands?: CompletionCommand[]
}

export interface CompletionOption extends CompletionValue {
  key: string
  flags: string[]
  description?: string
  takesValue?: true
  isRepeatable?: true
  /** Shared by all commands of the group, so it may be written before a command's name. */
  isShared?: true
}

export interface CompletionArgument extends CompletionValue {
  key: string
  description?: string
  isVariadic?: true
}

/** The source of values; without any of the three, only the user knows the value. */
export interface CompletionValue {
  choices?: string[]
  path?: PathKind
  /** The command's own `complete` hint computes them. */
  dynamic?: true
}

export type PathKind = 'files' | 'directories'

export interface Candidates {
  words: Candidate[]
  /** The source of further candidates. */
  more?: PathSource | DynamicSource
}

/** A whole word, which replaces the typed one. */
export interface Candidate {
  word: string
  description?: string
}

/** The shell lists paths itself, because only it knows what the user can see. */
export interface PathSource {
  from: PathKind
  /** The part of the typed word before the value: `--root=`. */
  prefix: string
  value: string
}

export interface DynamicSource {
  from: 'dynamic'
  prefix: string
  value: string
  /** The command, and its parameter. */
  path: string[]
  key: string
}

export type Shell = 'bash' | 'zsh' | 'fish' | 'powershell'

export const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish', 'powershell']
