/** What completion knows of a tool: plain data, so that a manifest can hold it and no command is loaded on TAB. */
export interface CompletionTree {
  root: CompletionCommand
  /** The flags of every command, said once; an option of a command that has the same flag replaces one. */
  builtIn: CompletionOption[]
}

export interface CompletionCommand {
  name: string
  description: string
  aliases?: string[]
  /** Offered only once its beginning is typed. */
  isUnlisted?: true
  /** The flags of every command are not for this one. */
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
}

export interface CompletionArgument extends CompletionValue {
  key: string
  description?: string
  isVariadic?: true
}

/** Where values come from; none of the three means that only the user knows. */
export interface CompletionValue {
  choices?: string[]
  path?: PathKind
  /** The command's own `complete` hint computes them. */
  dynamic?: true
}

export type PathKind = 'files' | 'directories'

export interface Candidates {
  words: Candidate[]
  /** Where further candidates come from. */
  more?: PathSource | DynamicSource
}

/** A whole word, to be put in the place of the one being typed. */
export interface Candidate {
  word: string
  description?: string
}

/** Only the shell knows what the user can see, so it lists paths itself. */
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
