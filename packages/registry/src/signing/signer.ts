import { createPrivateKey, createPublicKey } from 'node:crypto'
import {
  minisignPublicKey,
  signBundle,
  signMinisign,
  type SignBundleOptions,
  type SigningCredential,
} from '@atip/trust'
import type { SignatureTexts } from '../format/signature-texts.js'
import { keyNameOf, minisignIdOf, type SignerSettings } from './verify.js'

/** Signs what a registry publishes. */
export interface RegistrySigner {
  sign(bytes: Uint8Array): Promise<SignatureTexts>
  /** The signer, if it is known in advance: for a key, but not for an identity. */
  own?(): Promise<OwnSigner>
}

export interface OwnSigner {
  /** Its name in lists of allowed signers. */
  identity: string
  /** Settings that accept its signatures. */
  settings: SignerSettings
}

/** Signs with a minisign key: the text of the file that `minisign -G` writes. Deterministic. */
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
    async own() {
      const key = await minisignPublicKey(secretKey, password)
      return { identity: `minisign:${minisignIdOf(key)}`, settings: { signers: [], minisignKeys: [key] } }
    },
  }
}

/** Signs with sigstore: with a key, or with an identity. */
export function sigstoreSigner(
  credential: SigningCredential,
  options: Pick<SignBundleOptions, 'services' | 'trustedRoot'> = {},
): RegistrySigner {
  const sign: RegistrySigner['sign'] = async (bytes) => ({
    bundle: await signBundle({ artifact: { bytes }, credential, ...options }),
  })
  if (!('privateKey' in credential)) return { sign }
  return {
    sign,
    async own() {
      const { privateKey: key, passphrase } = credential
      const secret = createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) })
      const pem = createPublicKey(secret).export({ format: 'pem', type: 'spki' }) as string
      return {
        identity: keyNameOf(pem),
        settings: { signers: [{ key: pem, log: 'optional' }], minisignKeys: [] },
      }
    },
  }
}
