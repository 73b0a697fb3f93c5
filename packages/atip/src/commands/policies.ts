import { homedir } from 'node:os'
import { t } from 'tooli'
import { loadPolicies, MODES, type LoadedPolicy } from '@atip/guard'

/** Which policies count, as every command that asks them takes it. */
export const POLICY_OPTIONS = {
  policy: t
    .array(t.path('A policy file', { kind: 'file' }), 'An additional policy, which can only tighten; repeatable')
    .optional(),
  mode: t.enum(MODES, 'How to decide: while planning, while editing, or without a human').optional(),
} as const

/** The policies of a place, each place read once. */
export function policiesBy(extra: readonly string[] = []): (cwd: string, home: string) => Promise<LoadedPolicy[]> {
  const known = new Map<string, Promise<LoadedPolicy[]>>()
  return (cwd, home) => {
    const key = `${cwd}\0${home}`
    let policies = known.get(key)
    if (policies === undefined) {
      // What the environment says of a home is about our own.
      const env = home === homedir() ? process.env : {}
      known.set(key, (policies = loadPolicies({ cwd, home, env, extra })))
    }
    return policies
  }
}
