/** The vocabulary of ATIP 0.6 as the RFC spells it. A normalised tool is itself a valid 0.6 document. */

import type { CommandExtension, ParameterExtension } from './x-atip.js'

/** Extension fields (RFC 12.2). Every operation preserves them. */
export interface Extensible {
  [extension: `x-${string}` | `_${string}` | `$${string}`]: unknown
}

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** A map whose keys come from outside. It has no prototype, so `constructor` is a name like any other. */
export type ByName<T> = Record<string, T>

export interface AtipVersion extends Extensible {
  version: string
  features?: string[]
  minAgentVersion?: string
}

export interface AtipTool extends Extensible {
  atip: AtipVersion
  name: string
  version: string
  description: string
  homepage?: string
  /** Present in shims only: the one binary this document describes (RFC 4.5). */
  binary?: Binary
  trust?: Trust
  /** The key `""` is the tool itself, without a subcommand. */
  commands?: ByName<Command>
  globalOptions?: Option[]
  authentication?: Authentication
  effects?: Effects
  patterns?: Pattern[]
  partial?: boolean
  filter?: PartialFilter
  totalCommands?: number
  includedCommands?: number
  omitted?: Omitted
  'x-atip'?: CommandExtension
}

/** What a document may look like before `normalise`: any version, tool or shim. */
export type AtipDocument = Omit<AtipTool, 'atip' | 'name' | 'version' | 'binary' | 'trust' | 'omitted'> & {
  atip: string | AtipVersion
  name?: string
  version?: string
  /** Takes a missing name or version from the tool. */
  binary?: Omit<Binary, 'name'> & { name?: string }
  trust?: Trust & { signature?: Signature }
  omitted?: Omit<Omitted, 'safetyAssumption'> & Partial<Pick<Omitted, 'safetyAssumption'>>
  'x-atip'?: CommandExtension
}

export interface Binary extends Extensible {
  hash: string
  name: string
  version?: string
  platform?: string
  /** Other basenames under which the same bytes are installed (decision 43). */
  aliases?: string[]
}

export type TrustSource = 'native' | 'vendor' | 'org' | 'community' | 'user' | 'inferred'

export interface Trust extends Extensible {
  source?: TrustSource
  verified?: boolean
  integrity?: Integrity
  shimIntegrity?: Integrity
  provenance?: Provenance
}

export interface Integrity extends Extensible {
  checksum?: string
  signature?: Signature
  lastVerified?: string
}

export interface Signature extends Extensible {
  type: 'cosign' | 'gpg' | 'minisign'
  identity?: string
  issuer?: string
  bundle?: string
}

export interface Provenance extends Extensible {
  url?: string
  format?: string
  slsaLevel?: number
  builder?: string
}

export interface Command extends Extensible {
  description: string
  arguments?: Argument[]
  options?: Option[]
  commands?: ByName<Command>
  effects?: Effects
  examples?: string[]
  /** Set on a group whose subcommands were cut by `--depth` (decision 17). */
  _truncated?: boolean
  'x-atip'?: CommandExtension
}

export type ValueType = 'string' | 'integer' | 'number' | 'boolean' | 'file' | 'directory' | 'url' | 'enum' | 'array'

export type Scalar = string | number | boolean

/** What arguments and options have in common. */
export interface Parameter extends Extensible {
  name: string
  type: ValueType
  description?: string
  required?: boolean
  default?: JsonValue
  variadic?: boolean
  enum?: Scalar[]
  /** Element type of an array, `string` unless stated (decision 7). */
  items?: { type?: Exclude<ValueType, 'array'>; enum?: Scalar[] } & Extensible
  'x-atip'?: ParameterExtension
}

export interface Argument extends Parameter {
  flags?: undefined
}

export interface Option extends Parameter {
  flags: string[]
  envVar?: string
}

export type StdinUse = 'none' | 'optional' | 'required' | 'password'

/** Tri-state: an absent field is unknown, and unknown is not safe (decision 11). */
export interface Effects extends Extensible {
  filesystem?: { read?: boolean; write?: boolean; delete?: boolean; paths?: string[] } & Extensible
  network?: boolean
  subprocess?: boolean
  idempotent?: boolean
  reversible?: boolean
  destructive?: boolean
  creates?: string[]
  modifies?: string[]
  deletes?: string[]
  interactive?: { stdin?: StdinUse; prompts?: boolean; tty?: boolean } & Extensible
  cost?: { estimate?: string; billable?: boolean } & Extensible
  duration?: { typical?: string; timeout?: string } & Extensible
}

export interface Authentication extends Extensible {
  required?: boolean
  methods?: ({ type: string; envVar?: string; setupCommand?: string; description?: string } & Extensible)[]
  checkCommand?: string
}

export interface Pattern extends Extensible {
  name: string
  description: string
  steps: PatternStep[]
  variables?: ByName<PatternVariable>
  tags?: string[]
  executable?: boolean
}

export interface PatternStep extends Extensible {
  command: string
  description?: string
}

export interface PatternVariable extends Extensible {
  type?: ValueType
  description?: string
  enum?: Scalar[]
  default?: JsonValue
}

export interface PartialFilter extends Extensible {
  commands?: string[] | null
  depth?: number | null
}

export interface Omitted extends Extensible {
  reason: 'filtered' | 'depth-limited' | 'size-limited' | 'deprecated'
  safetyAssumption: 'unknown' | 'known-safe' | 'known-unsafe' | 'same-as-included'
}
