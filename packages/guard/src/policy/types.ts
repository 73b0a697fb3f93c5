/** The types of policies: decisions that users and organisations have made in advance. */
import type { EffectField, PathAccess, TrustPolicyConfig } from '@atip/protocol/calls'
import type { Decision } from '../line/finding.js'

/** The author of a policy. An organisation and a user may loosen built-in decisions, the others only tighten. */
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
  /** The base of relative patterns; if undefined, the cwd of the line. */
  base?: string | undefined
  organization?: string
  mode?: Mode
  rules: PolicyRule[]
  repositories?: Repositories
  /** RFC 4.8: every call must be recorded. */
  auditsAllCalls?: boolean
}

/** A file with errors. Everything is denied until it is fixed. */
export interface BrokenPolicy {
  source: PolicySource
  file: string
  problems: PolicyProblem[]
  /** It could not be read at all, for example because it was not fetched yet. */
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
  /** The first words of the command. */
  command?: string[]
  /** The command has no further words. */
  isExact?: boolean
  /** Program names, with wildcards. */
  tools?: string[]
  /** Matches every program except these and shell builtins. */
  toolsExcept?: string[]
  effects?: EffectCondition[]
  /** Patterns for the paths that the command accesses. */
  paths?: string[]
  access?: PathAccess[]
  /** Patterns for the cwd of the command. */
  folders?: string[]
  trust?: TrustCondition
  /** Applies to programs that do not meet these demands. */
  demands?: TrustPolicyConfig
  /** Applies to calls that are not known to be read-only. */
  mayChange?: boolean
  /** Applies to code that may start unknown programs: scripts, and text that is known only at run time. */
  startsUnknown?: boolean
  /** Applies to programs that the organisation has not approved. */
  isUnapproved?: boolean
  /** Applies to tools of other servers, whose actions cannot be seen. */
  isForeign?: boolean
  /** Decides only if no other rule of its policy applies. */
  yields?: boolean
  because?: string
  /** Can only tighten a decision, even in a policy that may loosen. */
  onlyTightens?: boolean
  /** JSON pointer of the rule in its file. */
  pointer: string
}

/** The field has one of these values; undefined is unknown. */
export interface EffectCondition {
  field: EffectField
  values: readonly unknown[]
}

/** The origin of the description that a decision rests on, and its verification; `none` if there is none. */
export interface TrustCondition {
  sources?: string[]
  /** Undefined: not checked. */
  verified?: readonly (boolean | undefined)[]
}

/** Repositories in which git may run what their configuration names: hooks, file watchers, pagers, aliases. */
export interface Repositories {
  trusted: string[]
  others: Decision
  pointer: string
}

export function isBroken(policy: LoadedPolicy): policy is BrokenPolicy {
  return 'problems' in policy
}
