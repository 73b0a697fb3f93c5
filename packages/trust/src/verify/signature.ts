import type { Signature, SignatureResult } from '@atip/protocol/trust'
import { readMinisignKey } from '../minisign/format.js'
import { Refused, toRefusal, type NotVerified, type RefusalCode } from '../refused.js'
import { readPublicKey } from '../sigstore/signers.js'
import type { VerifiedSigner } from '../sigstore/verify-bundle.js'
import { verifyBundle } from '../verify-bundle.js'
import { findEvidence } from './find-evidence.js'
import type { TrustSettings } from './settings.js'

type SignatureType = Signature['type']

/** The extensions of signature files beside an artifact, by type. */
const ENDINGS: Readonly<Record<SignatureType, readonly string[]>> = {
  cosign: ['.bundle', '.sigstore.json', '.sigstore'],
  minisign: ['.minisig'],
  gpg: ['.asc', '.sig'],
}

/** These codes mean that nothing was checked, not that a check failed. */
const UNCHECKED: readonly RefusalCode[] = ['UNVERIFIABLE', 'ROOT', 'SETTINGS', 'FILE']

/**
 * Verifies the signature of a program (RFC Appendix A). The block says what to look for, the settings whom to trust:
 * without any, a signature is never judged.
 */
export function verifyCosignSignature(
  path: string,
  signature: Partial<Signature> | undefined,
  settings: Partial<TrustSettings> = {},
): Promise<SignatureResult> {
  return verifySignature(path, signature, { ...settings, signers: settings.signers ?? [] })
}

/** Verifies the signature of a description (RFC Appendix A), over the exact bytes of its file. */
export function verifyShimSignature(
  shimPath: string,
  signature: Partial<Signature> | undefined,
  settings: Partial<TrustSettings> = {},
): Promise<SignatureResult> {
  return verifySignature(shimPath, signature, { ...settings, signers: settings.signers ?? [] })
}

async function verifySignature(
  path: string,
  signature: Partial<Signature> | undefined,
  settings: TrustSettings,
): Promise<SignatureResult> {
  const types = signature?.type === undefined ? (Object.keys(ENDINGS) as SignatureType[]) : [signature.type]
  try {
    const all = types.flatMap((type) => ENDINGS[type] ?? []).map((ending) => `*${ending}`)
    let missing: SignatureResult = { status: 'absent' }
    for (const type of types) {
      if (!Object.hasOwn(ENDINGS, type)) {
        return {
          status: 'unchecked',
          code: 'UNVERIFIABLE',
          error: `signatures of the type ${JSON.stringify(type)} are not known`,
        }
      }
      const evidence = await findEvidence(path, ENDINGS[type], signature?.bundle, settings.network ?? false)
      if (evidence.found) return await judge(type, path, evidence.bytes, settings)
      missing = { status: evidence.status, error: evidence.reason }
    }
    return missing.status === 'absent'
      ? { ...missing, error: `there is no signature (${all.join(', ')}) beside the file` }
      : missing
  } catch (error) {
    const { code, reason } = toRefusal(error)
    return { status: UNCHECKED.includes(code) ? 'unchecked' : 'invalid', code, error: reason }
  }
}

async function judge(
  type: SignatureType,
  path: string,
  bytes: Buffer,
  settings: TrustSettings,
): Promise<SignatureResult> {
  switch (type) {
    case 'cosign':
      return cosign(path, bytes, settings)
    case 'minisign':
      return minisign(path, bytes, settings)
    case 'gpg':
      return openPgp(path, bytes, settings)
  }
}

async function cosign(path: string, text: Buffer, settings: TrustSettings): Promise<SignatureResult> {
  const type = 'cosign'
  const { signers } = settings
  if (signers.length === 0) return unconfigured(type, 'no signers')
  for (const signer of signers) if ('key' in signer) usable(signer.key, readPublicKey)
  const verdict = await verifyBundle({ ...settings, bundle: { text }, artifact: { path } })
  return verdict.verified ? { status: 'valid', type, ...namesOf(verdict.signer) } : refused(type, verdict)
}

const namesOf = (signer: VerifiedSigner) =>
  signer.kind === 'key' ? { identity: `key:${signer.key}` } : { identity: signer.identity, issuer: signer.issuer }

async function minisign(path: string, text: Buffer, { minisignKeys = [] }: TrustSettings): Promise<SignatureResult> {
  const type = 'minisign'
  if (minisignKeys.length === 0) return unconfigured(type, 'no minisign keys')
  for (const key of minisignKeys) usable(key, readMinisignKey)
  const { verifyMinisign } = await import('../minisign/verify.js')
  const verdict = await verifyMinisign({ artifact: { path }, signature: text.toString('utf8'), keys: minisignKeys })
  return verdict.verified ? { status: 'valid', type, identity: `minisign:${verdict.keyId}` } : refused(type, verdict)
}

async function openPgp(path: string, bytes: Buffer, settings: TrustSettings): Promise<SignatureResult> {
  const type = 'gpg'
  if (settings.openPgp === undefined || settings.openPgp.keys.length === 0) return unconfigured(type, 'no OpenPGP keys')
  const { verifyOpenPgp } = await import('../openpgp/verify.js')
  const isArmoured = bytes.subarray(0, 10).toString('latin1') === '-----BEGIN'
  const signature = isArmoured ? bytes.toString('utf8') : bytes
  const verdict = await verifyOpenPgp({ artifact: { path }, signature, ...settings.openPgp })
  return verdict.verified
    ? { status: 'valid', type, identity: `openpgp:${verdict.fingerprint}` }
    : refused(type, verdict)
}

/** A key of ours that cannot be read says nothing about the file, so nothing was checked. */
function usable(key: string, read: (text: string) => unknown): void {
  try {
    read(key)
  } catch (error) {
    throw new Refused('SETTINGS', `a key of the settings cannot be used: ${(error as Error).message}`, { cause: error })
  }
}

const unconfigured = (type: SignatureType, what: string): SignatureResult => ({
  status: 'unchecked',
  type,
  code: 'UNVERIFIABLE',
  error: `${what} are configured here, so the signature cannot be judged`,
})

const refused = (type: SignatureType, { code, reason }: NotVerified): SignatureResult => ({
  status: UNCHECKED.includes(code) ? 'unchecked' : 'invalid',
  type,
  code,
  error: reason,
})
