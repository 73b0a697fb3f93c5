/** The vocabulary of policies: what people and organisations have decided beforehand. */
import type { EffectField, PathAccess, TrustPolicyConfig } from '@atip/protocol/calls'
import type { Decision } from '../line/finding.js'

/** From whom a policy comes. An organisation and a user may loosen what is built in, the others only tighten. */
export const SOURCES = ['org', 'user', 'project', 'command-line'] as const
export type PolicySource = (typeof SOURCES)[number]

/** From the loosest to the strictest. */
export const MODES = ['balanced', 'accept-edits', 'default', 'headless', 'plan'] as const
export type Mode = (typeof MODES)[number]

export interface Policy {
  source: PolicySource
  file: string
  /** The file's text, for the positions of rules in messages. */
  text: string
  /** Where relative patterns begin; undefined where the line is run. */
  base?: string | undefined
  organization?: string
  mode?: Mode
  rules: PolicyRule[]
  repositories?: Repositories
  /** RFC 4.8: every call is to be recorded. */
  auditsAllCalls?: boolean
}

/** A file with errors. Everything is denied until it is fixed. */
export interface BrokenPolicy {
  source: PolicySource
  file: string
  problems: PolicyProblem[]
  /** It is not there to be read, such as one that has not been fetched. */
  isUnavailable?: boolean
}

export type LoadedPolicy = Policy | BrokenPolicy

export interface PolicyProblem {
  pointer: string
  message: string
  line: number
  column: number
}

/** All conditions of a rule must hold. */
export interface PolicyRule {
  decision: Decision
  /** Words that the command begins with. */
  command?: string[]
  /** It has no further words. */
  isExact?: boolean
  /** Names of programs, with wildcards. */
  tools?: string[]
  /** Every program but these; what the shell does itself is not meant. */
  toolsExcept?: string[]
  effects?: EffectCondition[]
  /** Patterns of paths, for what the command does to files. */
  paths?: string[]
  access?: PathAccess[]
  /** Patterns of folders in which the command runs. */
  folders?: string[]
  trust?: TrustCondition
  /** It speaks of programs that do not meet these. */
  demands?: TrustPolicyConfig
  /** It speaks of calls that are not known to be read-only. */
  mayChange?: boolean
  /** It speaks of code that may start programs which are not known: scripts, and text that is known only when it runs. */
  startsUnknown?: boolean
  /** It speaks of programs that the organisation has not approved. */
  isUnapproved?: boolean
  /** It speaks of tools of other servers: what they run cannot be seen. */
  isForeign?: boolean
  /** It decides only if no other rule of its policy speaks of this. */
  yields?: boolean
  because?: string
  /** It may only tighten a decision, even in a policy that may loosen. */
  onlyTightens?: boolean
  /** JSON pointer of the rule in its file. */
  pointer: string
}

/** The field has one of these values; undefined is unknown. */
export interface EffectCondition {
  field: EffectField
  values: readonly unknown[]
}

/** What is known of the description that a judgement rests on; `none` if there is none. */
export interface TrustCondition {
  sources?: string[]
  /** Undefined: not checked. */
  verified?: readonly (boolean | undefined)[]
}

/** Git runs what the configuration of a repository says: hooks, file watchers, pagers, aliases. */
export interface Repositories {
  trusted: string[]
  others: Decision
  pointer: string
}

export function isBroken(policy: LoadedPolicy): policy is BrokenPolicy {
  return 'problems' in policy
}
