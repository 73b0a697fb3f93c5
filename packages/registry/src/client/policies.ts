import { readPolicy, refusalBy, type OrganisationPolicy } from '../format/policy.js'
import type { RegistryConfig } from '../config/registries.js'
import { RegistryError } from '../http/registry-error.js'
import type { RawShim } from './contents.js'
import { asRegistryError, type OpenedRegistry } from './open-registry.js'

/**
 * The policy of an organisation's registry. One that cannot be read has a `problem` and is treated as an allow-list.
 */
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

/** Whether only programs in this registry are approved. Fails closed if its policy cannot be read. */
export const isAllowList = ({ policy, problem }: RegistryPolicy): boolean =>
  problem !== undefined || policy?.approval === 'allowlist'

/** Checks a shim from any source against the policies of organisations. Throws a RegistryError. */
export function requirePolicies(
  { signer, tool }: RawShim,
  { url }: RegistryConfig,
  policies: readonly RegistryPolicy[],
): void {
  for (const { policy } of policies) {
    const refusal = policy && refusalBy(policy, signer)
    if (refusal !== undefined) throw new RegistryError('policy', `${refusal}: ${tool.name} from ${url}`)
  }
}
