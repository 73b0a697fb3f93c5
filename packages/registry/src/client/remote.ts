import type { RegistryConfig } from '../config/registries.js'
import { fillTemplate, type FileReference } from '../format/manifest.js'
import type { FetchLimits, FetchOptions } from '../http/fetch-bounded.js'
import type { CachedAnswer, HttpCache } from '../http/http-cache.js'
import { RegistryError } from '../http/registry-error.js'
import { SIGNATURE_KINDS, type SignatureTexts } from '../format/signature-texts.js'
import type { SignerSettings } from '../signing/verify.js'

/** Size limits for responses. A filter of ten million hashes has 15 MB. */
export interface ClientLimits {
  milliseconds: number
  manifestBytes: number
  shimBytes: number
  fileBytes: number
}

export const CLIENT_LIMITS: Readonly<ClientLimits> = {
  milliseconds: 30_000,
  manifestBytes: 1024 ** 2,
  shimBytes: 4 * 1024 ** 2,
  fileBytes: 64 * 1024 ** 2,
}

/** One registry, as a source of files. */
export interface RemoteRegistry {
  config: RegistryConfig
  /** With `isAsked`, the server is queried even if the cache is fresh. */
  get(path: string, bytes: number, isAsked?: boolean): Promise<CachedAnswer>
  forget(path: string): void
  /** A file that the manifest names. */
  file(reference: FileReference): Promise<Buffer>
}

export function openRemote(
  config: RegistryConfig,
  cache: HttpCache,
  env: Readonly<Record<string, string | undefined>>,
  limits: ClientLimits,
  signal?: AbortSignal,
): RemoteRegistry {
  const token = tokenOf(config, env)
  const within = (bytes: number): FetchOptions => {
    const bounds: FetchLimits = { bytes, milliseconds: limits.milliseconds }
    return { limits: bounds, ...(token !== undefined && { token }), ...(signal && { signal }) }
  }
  return {
    config,
    get: (path, bytes, isAsked) =>
      cache.get(config.url + path, { ...within(bytes), staleLimit: config.cacheExpiry }, isAsked),
    forget: (path) => cache.forget(config.url + path),
    file: ({ path, sha256 }) => cache.byDigest(config.url + path, sha256, within(limits.fileBytes)),
  }
}

export function tokenOf(
  { auth, name }: RegistryConfig,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (auth === undefined) return undefined
  const token = env[auth.tokenEnvVar]
  if (token !== undefined && token !== '') return token
  throw new RegistryError('auth', `the registry ${JSON.stringify(name)} needs a token: set ${auth.tokenEnvVar}`)
}

export const signerSettings = ({ signers, minisignKeys, trustedRoot }: RegistryConfig): SignerSettings => ({
  signers,
  minisignKeys,
  ...(trustedRoot !== undefined && { trustedRoot }),
})

const KINDS = { bundle: 'signatures', minisig: 'minisign' } as const
const SIGNATURE_BYTES = 1024 ** 2

/** Fetches the signatures of a file from the endpoints in the manifest, only of kinds that can be verified here. */
export async function fetchSignatures(
  remote: RemoteRegistry,
  endpoints: { signatures?: string; minisign?: string },
  values: { hash?: string; content: string },
): Promise<SignatureTexts> {
  const { signers, minisignKeys } = remote.config
  const isWanted = { bundle: signers.length > 0, minisig: minisignKeys.length > 0 }
  const found: SignatureTexts = {}
  for (const kind of SIGNATURE_KINDS) {
    const template = endpoints[KINDS[kind]]
    // Without configured signers, either kind shows that there is a signature.
    if (template === undefined || !(isWanted[kind] || !Object.values(isWanted).includes(true))) continue
    if (values.hash === undefined && template.includes('{hash}')) continue
    const { status, bytes } = await remote.get(fillTemplate(template, values), SIGNATURE_BYTES)
    if (status === 200) found[kind] = bytes.toString('utf8')
  }
  return found
}
