import { FLAG, readEffectSettings, readSettings, TEXT, TEXTS, TRUST_LEVEL, trustLevelOf } from '@atip/protocol'
import type { SettingRule, TrustLevel } from '@atip/protocol'
import type { Allowances, CallPolicy, Delegation } from './policy.js'

/** A policy of which every key and value was checked. */
export interface CheckedPolicy extends Omit<CallPolicy, 'delegation' | 'minimumTrust'> {
  minimumTrust?: TrustLevel
}

/** Values that are checked further on. */
const ANY: SettingRule = { must: 'be there', holds: () => true }

const DELEGATION: Readonly<Record<keyof Delegation, SettingRule>> = {
  allowedTools: TEXTS,
  deniedCommands: TEXTS,
  effectRestrictions: ANY,
}

const ALLOWANCES: Readonly<Record<keyof Allowances, SettingRule>> = {
  allowDestructive: FLAG,
  allowIrreversible: FLAG,
  hasBudget: FLAG,
  allowNetwork: FLAG,
  allowWrite: FLAG,
  allowDelete: FLAG,
  allowSubprocess: FLAG,
}

const POLICY: Readonly<Record<keyof CallPolicy, SettingRule>> = {
  ...ALLOWANCES,
  allowUnknown: FLAG,
  allowInteractive: FLAG,
  allowControlCharacters: FLAG,
  ...DELEGATION,
  delegation: ANY,
  paths: ANY,
  minimumTrust: TRUST_LEVEL,
  trustOf: { must: 'be a function', holds: (value) => typeof value === 'function' },
}

const PATHS = { roots: TEXTS, cwd: TEXT, home: TEXT }

/** Throws a TypeError for an unknown key or a wrong value: a misspelt restriction would not count. */
export function readCallPolicy(given: unknown): CheckedPolicy {
  const { delegation, minimumTrust, paths, ...own } = readSettings(given, 'the policy', POLICY)
  const delegated = delegation === undefined ? {} : readSettings(delegation, '"delegation"', DELEGATION)
  const twice = Object.keys(delegated).find((key) => Object.hasOwn(own, key))
  if (twice !== undefined) throw new TypeError(`"${twice}" is in the policy and in its "delegation"; state it once`)
  const { effectRestrictions, ...others }: Record<string, unknown> = { ...own, ...delegated }
  const level = trustLevelOf(minimumTrust)
  return {
    ...others,
    ...(level !== undefined && { minimumTrust: level }),
    ...(effectRestrictions !== undefined && {
      effectRestrictions: readEffectSettings(effectRestrictions, '"effectRestrictions"'),
    }),
    ...(paths !== undefined && { paths: pathsIn(paths) }),
  }
}

function pathsIn(given: unknown): NonNullable<CallPolicy['paths']> {
  const { roots, ...folders } = readSettings(given, '"paths"', PATHS)
  if (roots === undefined) throw new TypeError('"paths" has no "roots": the folders in which files must be')
  return { ...folders, roots: roots as string[] }
}
