import { readFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@atip/files'
import { readManifest } from '../format/manifest.js'
import { sha256 } from '../format/names.js'
import { loadRegistries, type RegistryPlaces } from '../config/load.js'
import type { RegistryConfig } from '../config/registries.js'
import { folderOf, isStillAccepted, readAccepted } from './manifest-state.js'

/**
 * The last fetched policy of an organisation's registry, for callers that must not wait for the network, such as hooks.
 */
export type StoredPolicy =
  | { ok: true; registry: string; file: string; text: string }
  | { ok: false; registry: string; file: string; problem: string }

const policyFile = (data: string, url: string, digest: string) => join(folderOf(data, url), `policy-${digest}.json`)

export function storePolicy(data: string, url: string, bytes: Uint8Array): void {
  const file = policyFile(data, url, sha256(bytes))
  mkdirSync(folderOf(data, url), { recursive: true, mode: 0o700 })
  writeWhole(file, bytes, { mode: 0o600 })
}

/**
 * The policies that organisations set for this machine. If one was not fetched yet, or differs from the one in the
 * accepted manifest, there is a problem and everything must be denied. Throws a RegistryError if the configuration is
 * broken.
 */
export function storedPolicies(
  places: RegistryPlaces & { data: string },
  env: Readonly<Record<string, string | undefined>> = {},
): StoredPolicy[] {
  return loadRegistries(places, env)
    .filter(({ organization }) => organization)
    .flatMap((config) => storedPolicyOf(places.data, config) ?? [])
}

/** The stored policy of one organisation; undefined if the accepted manifest has none. */
export function storedPolicyOf(data: string, config: RegistryConfig): StoredPolicy | undefined {
  const { url, name } = config
  const accepted = readAccepted(data, url)
  const sync = 'atip registry sync fetches it'
  const missing = (problem: string): StoredPolicy => ({ ok: false, registry: url, file: folderOf(data, url), problem })
  if (accepted === undefined) return missing(`the policy of ${name} has not been fetched yet: ${sync}`)
  if (!isStillAccepted(accepted.signer, config)) {
    const by = accepted.signer?.identity ?? 'nobody'
    return missing(`the policy of ${name} is signed by ${by}, and ${name} has other signers now: ${sync}`)
  }
  const { policy } = readManifest(accepted.bytes)
  if (policy === undefined) return undefined
  const file = policyFile(data, url, policy.sha256)
  const bytes = readIfThere(file)
  if (bytes !== undefined && sha256(bytes) === policy.sha256) {
    return { ok: true, registry: url, file, text: bytes.toString('utf8') }
  }
  const problem = `the policy of ${name} ${bytes === undefined ? 'is missing' : 'was changed'}: ${sync}`
  return { ok: false, registry: url, file, problem }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
