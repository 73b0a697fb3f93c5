import { readPolicy, type OrganisationPolicy } from '../format/policy.js'
import type { RegistryConfig } from '../config/registries.js'
import { RegistryError } from '../http/registry-error.js'
import type { RawShim } from './contents.js'
import { asRegistryError, type OpenedRegistry } from './open-registry.js'

/** The policy of an organisation's registry. One that cannot be read has a problem, and is treated as an allow-list. */
export interface RegistryPolicy {
  config: RegistryConfig
  policy?: OrganisationPolicy
  bytes?: Uint8Array
  problem?: RegistryError
}

export async function policyOf(registry: OpenedRegistry): Promise<RegistryPolicy> {
  const { config } = registry
  try {
    if (!registry.ok) throw registry.problem
    const { policy } = registry.manifest
    if (policy === undefined) return { config }
    const bytes = await registry.remote.file(policy)
    return { config, policy: readPolicy(bytes), bytes }
  } catch (error) {
    return { config, problem: asRegistryError(error, config.url) }
  }
}

/** Whether only what this registry has is approved. Fails closed: what it says is unknown while it cannot be read. */
export const isAllowList = ({ policy, problem }: RegistryPolicy): boolean =>
  problem !== undefined || policy?.approval === 'allowlist'

/** What organisations demand of a shim, wherever it comes from. Throws a RegistryError. */
export function requirePolicies(
  { signer, tool }: RawShim,
  { url }: RegistryConfig,
  policies: readonly RegistryPolicy[],
): void {
  for (const { policy } of policies) {
    const { requireSignatures = false, allowedSigners } = policy?.trust ?? {}
    if (requireSignatures && signer === undefined) {
      throw new RegistryError(
        'policy',
        `the organisation requires signatures, and the shim of ${tool.name} from ${url} has none that is trusted here`,
      )
    }
    if (allowedSigners !== undefined && !allowedSigners.includes(signer?.identity ?? '')) {
      const what = signer === undefined ? 'unsigned shims' : `shims signed by ${signer.identity}`
      throw new RegistryError('policy', `the organisation does not accept ${what}: ${tool.name} from ${url}`)
    }
  }
}
