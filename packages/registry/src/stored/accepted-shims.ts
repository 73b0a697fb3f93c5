import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadRegistries, registriesFile, SYSTEM_CONFIG, type RegistryPlaces } from '../config/load.js'
import { FormatError } from '../format/format-error.js'
import { readPolicy, refusalBy, type OrganisationPolicy } from '../format/policy.js'
import { RegistryError } from '../http/registry-error.js'
import { acceptedFile, isStillAccepted } from './manifest-state.js'
import type { ShimRecord } from './shim-record.js'
import { storedPolicies } from './stored-policies.js'

export type ShimAcceptance =
  | { ok: true; isOrganisation: boolean }
  /** `isCertain`: it is refused. Otherwise it could not be determined. */
  | { ok: false; reason: string; isCertain: boolean }

export interface AcceptancePlaces extends RegistryPlaces {
  data: string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Whether a stored shim may be used now. Its signer was verified when it was fetched, but the signers in
 * `registries.json` and the policies of organisations may have changed since. If this cannot be determined, it is not
 * accepted.
 */
export function openAcceptance(
  places: AcceptancePlaces,
  env: Environment = {},
): (record: ShimRecord) => ShimAcceptance {
  const registries = unlessUnknown(() => loadRegistries(places, env))
  const policies = unlessUnknown(() => policiesIn(places, env))
  return ({ registry: { name, url }, signer }) => {
    const refuse = (reason: string, isCertain = true) => ({ ok: false as const, reason, isCertain })
    if ('problem' in registries) return refuse(registries.problem, false)
    const config = registries.value.find((one) => one.url === url)
    if (config === undefined) return refuse(`the registry ${name} (${url}) is not configured any more`)
    if (!isStillAccepted(signer, config)) {
      return refuse(
        signer === undefined
          ? `it is not signed, and signatures of ${name} are required`
          : `it is signed by ${signer.identity}, and ${name} has other signers now: atip registry sync`,
      )
    }
    if ('problem' in policies) return refuse(policies.problem, false)
    const refusal = policies.value.map((policy) => refusalBy(policy, signer)).find((one) => one !== undefined)
    return refusal === undefined ? { ok: true, isOrganisation: config.organization } : refuse(refusal)
  }
}

function policiesIn(places: AcceptancePlaces, env: Environment): OrganisationPolicy[] {
  return storedPolicies(places, env).map((one) => {
    if (!one.ok) throw new RegistryError('policy', one.problem)
    return readPolicy(Buffer.from(one.text))
  })
}

function unlessUnknown<T>(read: () => T): { value: T } | { problem: string } {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof RegistryError || error instanceof FormatError) return { problem: error.message }
    throw error
  }
}

/** The files that the answer depends on. While they are unchanged, so is the answer. */
export function acceptanceFiles({ config, system = SYSTEM_CONFIG, data }: AcceptancePlaces): string[] {
  return [registriesFile(system), registriesFile(config), ...foldersIn(join(data, 'registries')).map(acceptedFile)]
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}
