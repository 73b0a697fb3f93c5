import { join } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import type { RegistryConfig } from '../config/registries.js'
import { openHttpCache, type HttpCache } from '../http/http-cache.js'
import type { RegistryError } from '../http/registry-error.js'
import type { SignerIdentity } from '../signing/verify.js'
import { openContents, type ProgramKey, type RegistryContents } from './contents.js'
import { asRegistryError, openRegistry, type OpenedRegistry } from './open-registry.js'
import { isAllowList, policyOf, requirePolicies, type RegistryPolicy } from './policies.js'
import { CLIENT_LIMITS, openRemote, type ClientLimits } from './remote.js'

export interface ClientOptions {
  /** Queried in this order. */
  registries: readonly RegistryConfig[]
  /** Accepted manifests are stored in `data`, HTTP responses in `cache`. */
  folders: { data: string; cache: string }
  /** For tokens, and for `ATIP_OFFLINE` and `ATIP_REFRESH`. */
  env?: Readonly<Record<string, string | undefined>>
  limits?: Partial<ClientLimits>
  now?: () => Date
  signal?: AbortSignal
}

export interface FoundShim {
  /** The exact bytes that were signed. */
  bytes: Uint8Array
  tool: AtipTool
  registry: RegistryConfig
  /** The signer who vouches for it: of the shim itself, or else of the registry's manifest. */
  signer?: SignerIdentity
  /** Whether a signer who is trusted on this machine vouches for it, and it is not merely inferred. */
  isTrusted: boolean
}

export interface LookUp {
  shim?: FoundShim
  /** Whether the organisation has an allow-list and its registry does not have this program. */
  isNotApproved: boolean
  /** Why a registry did not answer, or why its answer was not used. */
  problems: RegistryError[]
}

export interface RegistryClient {
  /** Every registry, with its manifest or the reason why there is none. */
  open(): Promise<OpenedRegistry[]>
  lookUp(program: ProgramKey): Promise<LookUp>
  /** The policies of all organisations. All of them apply, so their order does not matter. */
  policies(): Promise<RegistryPolicy[]>
  /** Any file that a manifest names. */
  cache: HttpCache
}

const isOwn = ({ config }: OpenedRegistry) => config.organization

const isSet = (value: string | undefined) => value !== undefined && value !== '' && value !== '0'

/**
 * Looks up descriptions of programs in registries, by hash and name. Never trusts what a registry says about itself.
 */
export function createClient(options: ClientOptions): RegistryClient {
  const { registries, folders, env = {}, signal, now = () => new Date() } = options
  const limits = { ...CLIENT_LIMITS, ...options.limits }
  const mode = { isOffline: isSet(env.ATIP_OFFLINE), isRefresh: isSet(env.ATIP_REFRESH) }
  const cache = openHttpCache(join(folders.cache, 'registries'), mode, () => now().getTime())
  const contents = new Map<OpenedRegistry, RegistryContents>()

  const openOne = async (config: RegistryConfig): Promise<OpenedRegistry> => {
    try {
      const remote = openRemote(config, cache, env, limits, signal)
      return { ok: true, config, ...(await openRegistry(remote, folders.data, limits, now())) }
    } catch (error) {
      return { ok: false, config, problem: asRegistryError(error, config.url) }
    }
  }
  const open = once(() => Promise.all(registries.map(openOne)))
  const policies = once(async () =>
    Promise.all((await open()).filter(({ config }) => config.organization).map(policyOf)),
  )

  const findIn = async (registry: OpenedRegistry, program: ProgramKey): Promise<FoundShim | undefined> => {
    if (!registry.ok) throw registry.problem
    const known = contents.get(registry) ?? openContents(registry, limits)
    contents.set(registry, known)
    const shim = await known.find(program)
    if (shim === undefined) return undefined
    requirePolicies(shim, registry.config, await policies())
    const { signer, tool } = shim
    const isTrusted = signer !== undefined && (tool.trust?.source ?? 'inferred') !== 'inferred'
    return { ...shim, registry: registry.config, isTrusted }
  }
  return {
    open,
    policies,
    cache,
    async lookUp(program) {
      const problems: RegistryError[] = []
      const all = await open()
      const lists = (await policies()).filter(isAllowList).map(({ config }) => config)
      const isList = ({ config }: OpenedRegistry) => lists.includes(config)
      const ask = async (registry: OpenedRegistry) => {
        try {
          return await findIn(registry, program)
        } catch (error) {
          problems.push(asRegistryError(error, registry.config.url))
          return undefined
        }
      }
      // An allow-list ends the search, whatever the priorities are. With several, each must contain the program.
      if (lists.length > 0) {
        const found = await Promise.all(all.filter(isList).map(ask))
        const [shim] = found
        return found.includes(undefined)
          ? { isNotApproved: true, problems }
          : { shim: shim!, isNotApproved: false, problems }
      }
      // The organisation's answer comes first, whatever the priorities are.
      for (const registry of [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))]) {
        const shim = await ask(registry)
        if (shim !== undefined) return { shim, isNotApproved: false, problems }
      }
      return { isNotApproved: false, problems }
    },
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined
  return () => (started ??= work())
}
