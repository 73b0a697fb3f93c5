import { readFileSync } from 'node:fs'
import { t, ToolError, EXIT } from 'tooli'
import type { RegistrySigner, SignerSettings } from '@atip/registry'
import { readText } from '../documents/read-file.js'
import { namedSigners } from '../documents/named-signers.js'
import { trustConfig } from '../documents/trust-settings.js'
import { HOME_ERRORS } from '../home.js'
import { credentialFor, servicesFor, type SignWords } from './sign.js'

/** Errors of commands that use registries. */
export const REGISTRY_ERRORS = {
  ...HOME_ERRORS,
  E4200: 'A registry is not configured, or its configuration cannot be used',
  E4201: 'The registry cannot be built',
  E4202: 'A registry rejected a request, or its answer cannot be used',
} as const

/** The options for signing a registry or a shim, as in `atip sign`. */
export const SIGN_OPTIONS = {
  key: t.path('Sign with this private key in PEM', { kind: 'file' }).optional(),
  minisignKey: t.path('Sign with this secret key of minisign', { kind: 'file' }).optional(),
  services: t
    .path('Sign with these services of sigstore, as the identity in SIGSTORE_ID_TOKEN', { kind: 'file' })
    .optional(),
  public: t.boolean("Sign with sigstore's public services").default(false),
  trustedRoot: t.path("Replaces the root of sigstore's public services", { kind: 'file' }).optional(),
} as const

/** Accepted signers. Each option may be repeated. */
export const SIGNER_OPTIONS = {
  signerIdentity: t.array(t.string('An identity'), 'Accept signatures of this identity; repeat it for more').optional(),
  signerIssuer: t
    .array(t.string('An issuer'), 'Who vouches for that identity: one for each, in the same order')
    .optional(),
  signerKey: t
    .array(t.path('A public key', { kind: 'file' }), 'Accept signatures of this public key; repeat it for more')
    .optional(),
  signerMinisignKey: t
    .array(
      t.string('A key'),
      'Accept signatures of this public key of minisign: a file, or the key itself; repeat it for more',
    )
    .optional(),
} as const

export interface SignerWords {
  signerIdentity?: readonly string[] | undefined
  signerIssuer?: readonly string[] | undefined
  signerKey?: readonly string[] | undefined
  signerMinisignKey?: readonly string[] | undefined
  trustedRoot?: string | undefined
}

/** The signers for a build: those that options name, or else those in `config.json` and those of the last build. */
export async function buildSigners(
  words: SignerWords,
): Promise<{ trust: SignerSettings } | { moreTrust: SignerSettings }> {
  const signers = await acceptedSigners(words)
  return isNamed(words) ? { trust: signers } : { moreTrust: signers }
}

/** The signers that options name, or else those in `config.json`. */
export async function acceptedSigners(words: SignerWords): Promise<SignerSettings> {
  const { signers, minisignKeys } = isNamed(words) ? await signersIn(words) : await trustConfig()
  return {
    signers,
    minisignKeys,
    ...(words.trustedRoot !== undefined && { trustedRoot: readText(words.trustedRoot) }),
  }
}

export const isNamed = ({ signerIdentity, signerIssuer, signerKey, signerMinisignKey }: SignerWords): boolean =>
  [signerIdentity, signerIssuer, signerKey, signerMinisignKey].some((one) => one !== undefined)

export const signersIn = (words: SignerWords) =>
  namedSigners({
    identities: words.signerIdentity,
    issuers: words.signerIssuer,
    keys: words.signerKey,
    minisignKeys: words.signerMinisignKey,
  })

/** Undefined if no option says how to sign. */
export async function signerFrom(words: SignWords): Promise<RegistrySigner | undefined> {
  const { minisignKey, key, services, public: isPublic, trustedRoot } = words
  const { minisignSigner, sigstoreSigner } = await import('@atip/registry')
  if (minisignKey !== undefined) return minisignSigner(readText(minisignKey), process.env.ATIP_SIGN_PASSWORD)
  if (key === undefined && services === undefined && !isPublic) return undefined
  const root = trustedRoot === undefined || key !== undefined ? {} : { trustedRoot: readText(trustedRoot) }
  return sigstoreSigner(credentialFor(words), { services: await servicesFor(words), ...root })
}

/** Converts registry errors into errors of the command. */
export async function withRegistryErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Compared by name: a bundle may contain a class twice, and then `instanceof` fails.
    const { name, message, code } = error as Error & { code?: string }
    if (name === 'PublishError') {
      const exitCode = code === 'locked' ? EXIT.temporary : EXIT.failure
      throw new ToolError('E4201', message, { exitCode, details: { reason: code ?? 'unknown' }, cause: error })
    }
    if (name !== 'RegistryError') throw error
    const isConfig = code === 'config'
    throw new ToolError(isConfig ? 'E4200' : 'E4202', message, {
      exitCode: isConfig ? EXIT.configuration : EXIT.unavailable,
      details: { reason: code ?? 'unknown' },
      cause: error,
    })
  }
}

export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
