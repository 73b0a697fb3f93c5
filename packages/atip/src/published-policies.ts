import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { thisMachine, type Machine } from '@atip/discover/machine'
import { late, loadPoliciesNow, untilLoaded, type LoadedPolicy, type PublishedPolicy } from '@atip/guard'

/** Loaded lazily, because most machines have no registries configured. */
const stored = late(() => import('@atip/registry/policies'))

const SYSTEM = '/etc/agent-tools'

/**
 * The policies that registries of organisations set for this machine, as last fetched. Throws `NotLoaded` if the module
 * has to be loaded first.
 */
export function publishedPolicies(
  machine: Machine = thisMachine(),
  env: Readonly<Record<string, string | undefined>> = process.env,
): PublishedPolicy[] {
  const { config, data } = machine.places
  const isSet = env.ATIP_REGISTRIES !== undefined && env.ATIP_REGISTRIES !== ''
  if (!isSet && ![SYSTEM, config].some((folder) => existsSync(join(folder, 'registries.json')))) return []
  try {
    const policies = stored().storedPolicies({ config, data, system: SYSTEM }, env)
    return policies.map((one) =>
      one.ok ? { file: one.file, text: one.text } : { file: one.file, problem: one.problem },
    )
  } catch (error) {
    // Compared by name, as the class may be in two bundles. Without the list of registries, their policies are unknown.
    if ((error as Error).name !== 'RegistryError') throw error
    return [{ file: join(config, 'registries.json'), problem: (error as Error).message }]
  }
}

export interface PolicyPlace {
  cwd: string
  home: string
  env?: Readonly<Record<string, string | undefined>>
  /** Further files, which can only tighten. */
  extra?: readonly string[]
}

/**
 * All policies that apply to a cwd and home, for every surface. Throws `NotLoaded` if something has to be loaded first.
 */
export function policiesNow({ cwd, home, env = process.env, extra = [] }: PolicyPlace): LoadedPolicy[] {
  const published = publishedPolicies(thisMachine({ ...env, HOME: home }), env)
  return loadPoliciesNow({ cwd, home, env, extra, published })
}

export function policiesIn(place: PolicyPlace): Promise<LoadedPolicy[]> {
  return untilLoaded(() => policiesNow(place))
}
