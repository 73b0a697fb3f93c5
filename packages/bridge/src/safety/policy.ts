import type { AtipTool, Effects, TrustLevel, TrustLevelName } from '@atip/protocol'
import type { PathPolicy } from './paths.js'

/**
 * What a host lets a model do. With `{}`, the user is asked about every call that destroys data, cannot be undone or
 * may cost money, and about every call for which that is unknown (RFC 11.2).
 */
export interface CallPolicy extends Allowances, Delegation {
  /** Whether unstated effects count as harmless. A command that is not described is stopped all the same. */
  allowUnknown?: boolean
  /** Calls that wait for input on stdin. Default: denied (decision 66). */
  allowInteractive?: boolean
  /** Values with characters that control a terminal or hide text. Default: denied. */
  allowControlCharacters?: boolean
  /** Where the files that a call names must be. */
  paths?: PathPolicy
  /** Calls of tools below this level, or without one, are denied. */
  minimumTrust?: TrustLevel | TrustLevelName
  /** The level of a tool, evaluated by the host; what a tool says about itself does not count. */
  trustOf?: (tool: AtipTool) => TrustLevel | undefined
  /** The document of RFC 10.2; its keys may also be keys of the policy itself. */
  delegation?: Delegation
}

/** How a lead agent restricts another one (RFC 10.2). */
export interface Delegation {
  /** Names of tools; no others may be called. */
  allowedTools?: readonly string[]
  /** Commands such as `gh repo delete` or `git push --force`; calls that begin like one are denied (decision 65). */
  deniedCommands?: readonly string[]
  /** The worst effects that a call may have; unstated effects exceed them (RFC 10.2, decision 65). */
  effectRestrictions?: Effects
}

/** `true` allows such calls, `false` denies them, and also those that may be such. */
export interface Allowances {
  /** Default: ask. */
  allowDestructive?: boolean
  /** Default: ask. */
  allowIrreversible?: boolean
  /** There is a budget for calls that may cost money. Default: ask. */
  hasBudget?: boolean
  /** Default: allowed. */
  allowNetwork?: boolean
  /** Default: allowed. */
  allowWrite?: boolean
  /** Default: allowed. */
  allowDelete?: boolean
  /** Default: allowed. */
  allowSubprocess?: boolean
}
