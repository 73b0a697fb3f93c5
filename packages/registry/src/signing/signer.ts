import { signBundle, signMinisign, type SignBundleOptions, type SigningCredential } from '@atip/trust'
import type { SignatureTexts } from '../format/signature-texts.js'

/** Signs what a registry publishes. */
export interface RegistrySigner {
  sign(bytes: Uint8Array): Promise<SignatureTexts>
}

/** With a key of minisign: the text of the file that `minisign -G` writes. The same bytes get the same signature. */
export function minisignSigner(secretKey: string, password?: string): RegistrySigner {
  return {
    sign: async (bytes) => ({
      minisig: await signMinisign({
        artifact: { bytes },
        secretKey,
        trustedComment: 'atip registry',
        ...(password !== undefined && { password }),
      }),
    }),
  }
}

/** With sigstore: a key of one's own, or an identity. */
export function sigstoreSigner(
  credential: SigningCredential,
  options: Pick<SignBundleOptions, 'services' | 'trustedRoot'> = {},
): RegistrySigner {
  return { sign: async (bytes) => ({ bundle: await signBundle({ artifact: { bytes }, credential, ...options }) }) }
}
