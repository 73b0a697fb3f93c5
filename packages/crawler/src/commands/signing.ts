import { readFileSync } from 'node:fs'
import type { RegistrySigner } from '@atip/registry'
import { EXIT, t, ToolError } from 'tooli'

/** The options for signing a registry, as in `atip registry build`. */
export const SIGN_OPTIONS = {
  minisignKey: t.path('Sign with this secret key of minisign', { kind: 'file' }).optional(),
  key: t.path('Sign with this private key in PEM', { kind: 'file' }).optional(),
  services: t
    .path('Sign with these services of sigstore, as the identity in SIGSTORE_ID_TOKEN', { kind: 'file' })
    .optional(),
  public: t.boolean("Sign with sigstore's public services").default(false),
  trustedRoot: t.path('Verify the signature with this root before it is used', { kind: 'file' }).optional(),
} as const

interface SignWords {
  minisignKey?: string | undefined
  key?: string | undefined
  services?: string | undefined
  public: boolean
  trustedRoot?: string | undefined
}

/** Undefined without any option for signing. */
export async function signerFrom(words: SignWords): Promise<RegistrySigner | undefined> {
  const { minisignKey, key, services, public: isPublic, trustedRoot } = words
  const { SIGSTORE_ID_TOKEN: identityToken, ATIP_SIGN_PASSWORD: password } = process.env
  const { minisignSigner, sigstoreSigner } = await import('@atip/registry')
  if (minisignKey !== undefined) return minisignSigner(read(minisignKey), password)
  if (key === undefined && services === undefined && !isPublic) return undefined
  const { PUBLIC_SERVICES, readSigningConfig } = await import('@atip/trust')
  const used = services !== undefined ? readSigningConfig(read(services)) : isPublic ? PUBLIC_SERVICES : {}
  if (key !== undefined) {
    const credential = { privateKey: read(key), ...(password !== undefined && { passphrase: password }) }
    return sigstoreSigner(credential, { services: used })
  }
  if (identityToken === undefined) {
    throw new ToolError('E1005', 'put the token of your identity into SIGSTORE_ID_TOKEN, or sign with --key FILE')
  }
  const root = trustedRoot === undefined ? {} : { trustedRoot: read(trustedRoot) }
  return sigstoreSigner({ identityToken }, { services: used, ...root })
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const message = `${JSON.stringify(file)} cannot be read: ${(error as Error).message}`
    throw new ToolError('E3404', message, { exitCode: EXIT.noInput, cause: error })
  }
}
