import type { Effects } from '@atip/protocol'

/**
 * The internal form of every schema: JSON Schema without `$ref`, with hints for the command line. Help, parsing,
 * completions, `--agent` and checks are all functions of it.
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

/** What the command line needs and JSON Schema cannot express. */
export interface CliHints {
  /** The long flag without dashes, if not made from the key. */
  flag?: string
  /** One letter. */
  short?: string
  /** All flags of a foreign program as it reads them, empty for an argument; they are neither derived nor checked. */
  flags?: readonly string[]
  /** The environment variable that provides the value. */
  env?: string
  /** The key in the configuration file, `false` for none; by default the key itself. */
  config?: string | false
  /** Never shown, logged or put on a command line. */
  secret?: boolean
  path?: { kind: 'file' | 'directory' | 'any'; exists?: boolean }
  url?: boolean
  hidden?: boolean
  /** The heading in help. */
  group?: string
  /** The placeholder of the value in help: `FILE`. */
  placeholder?: string
  /** Asks for it on a terminal if it is required and missing: with its description, or with this text. */
  prompt?: boolean | string
  /** Keys of options that must not be given with it. */
  conflicts?: readonly string[]
  /** Keys of options that must be given with it. */
  requires?: readonly string[]
  /** Values for other options that are not given, if this one is. */
  implies?: Readonly<Record<string, unknown>>
  /** Each use adds one: `-vvv` is 3. */
  count?: boolean
  /** A list that takes the first word that is not an option of the command, and all words after it, unchanged. */
  passThrough?: boolean
  /** The words of another command line: options of that line come after `--`, and errors say so. */
  line?: boolean
  /** Effects that the option adds to those of the command; the worse value of each field counts. */
  effects?: Effects
  /** Computes completion candidates on request. */
  complete?: (typed: string, given: GivenValues) => readonly string[] | Promise<readonly string[]>
}

/** What is known of a call before it is complete. Nothing is checked yet, and files are not read. */
export interface GivenValues {
  readonly args: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
}
