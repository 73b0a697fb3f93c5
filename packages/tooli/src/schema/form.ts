import type { Effects } from '@atip/protocol'

/**
 * The one form every schema takes inside: JSON Schema without `$ref`, plus hints for the command line.
 * Help, parsing, completions, `--agent` and checks are all functions of it.
 */
export interface Form {
  type?: JsonType | JsonType[]
  description?: string
  default?: unknown
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: Form[]
  oneOf?: Form[]
  allOf?: Form[]
  items?: Form
  properties?: Record<string, Form>
  required?: string[]
  additionalProperties?: boolean | Form
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
  deprecated?: boolean
  'x-cli'?: CliHints
  [keyword: string]: unknown
}

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null'

/** What the command line needs to know and JSON Schema has no word for. */
export interface CliHints {
  /** The long flag without dashes, if not made from the key. */
  flag?: string
  /** One letter. */
  short?: string
  /** All flags as a program of another framework reads them, none for an argument; nothing is made or checked of them. */
  flags?: readonly string[]
  /** Environment variable that gives the value. */
  env?: string
  /** Key in the configuration file, `false` for none; by default the key itself. */
  config?: string | false
  /** Never shown, logged or put on a command line. */
  secret?: boolean
  path?: { kind: 'file' | 'directory' | 'any'; exists?: boolean }
  url?: boolean
  hidden?: boolean
  /** Heading in help. */
  group?: string
  /** Word for the value in help: `FILE`. */
  placeholder?: string
  /** Ask for it on a terminal if it is required and missing: with its description, or in these words. */
  prompt?: boolean | string
  /** Keys of options that must not be given with it. */
  conflicts?: readonly string[]
  /** Keys of options that must be given with it. */
  requires?: readonly string[]
  /** Values that other options have if it is given and they are not. */
  implies?: Readonly<Record<string, unknown>>
  /** Each use adds one: `-vvv` is 3. */
  count?: boolean
  /** A list of words that takes the first word that is no option of the command, and all after it, as they are. */
  passThrough?: boolean
  /** The words of another command line: options of that line come after `--`, and errors say so. */
  line?: boolean
  /** What giving it adds to what the command does; the worse value of each field counts. */
  effects?: Effects
  /** Candidates for completion, computed when asked. */
  complete?: (typed: string) => readonly string[] | Promise<readonly string[]>
}
