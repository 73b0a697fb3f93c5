import { t } from 'tooli'
import { MODES, type LoadedPolicy } from '@atip/guard'
import { homeFolder } from '../home.js'
import { policiesIn } from '../published-policies.js'

/** Options for choosing policies, shared by all commands that judge calls. */
export const POLICY_OPTIONS = {
  policy: t.array(t.path('A policy file', { kind: 'file' }), 'An additional policy, which can only tighten').optional(),
  mode: t
    .enum(
      MODES,
      'plan allows only what reads; accept-edits also edits, tests and builds in the project; balanced also code of the project; headless denies instead of asking',
    )
    .optional(),
} as const

/** Loads the policies for a cwd and home, each combination once. */
export function policiesBy(extra: readonly string[] = []): (cwd: string, home: string) => Promise<LoadedPolicy[]> {
  const known = new Map<string, Promise<LoadedPolicy[]>>()
  return (cwd, home) => {
    const key = `${cwd}\0${home}`
    let policies = known.get(key)
    if (policies === undefined) {
      // Our environment variables only apply to our own home folder.
      const env = home === homeFolder() ? process.env : {}
      policies = policiesIn({ cwd, home, env, extra })
      known.set(key, policies)
    }
    return policies
  }
}
