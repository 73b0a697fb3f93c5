import { ASN1Obj, X509Certificate } from '@sigstore/core'
import { Refused } from '../refused.js'

/**
 * The subject of a Fulcio certificate, and what the issuer knows about the build. All fields are absent in other
 * certificates.
 */
export interface CertificateIdentity {
  /** The e-mail address of a person, or the workflow that signed. */
  identity: string
  /** The OpenID Connect provider that confirmed the identity. */
  issuer: string
  /** The workflow that ran, with its git reference. It may be a reusable workflow from another repository. */
  buildSigner?: string
  runnerEnvironment?: string
  sourceRepository?: string
  sourceDigest?: string
  sourceRef?: string
}

const FULCIO = '1.3.6.1.4.1.57264.1'
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17'

/** Tags of a GeneralName: an e-mail address and a URI are text; for user names, Fulcio wraps an otherName. */
const TEXT_NAMES = [0x81, 0x86]
const UTF8_STRING = 0x0c

/**
 * Reads the extensions byte by byte. The library decodes them as ASCII, which drops the eighth bit, so that another
 * identity could look like the expected one; and it returns only one of several names.
 */
export function identityIn(certificate: X509Certificate): CertificateIdentity {
  const issuer = derText(certificate, 8) ?? rawText(certificate, 1)
  if (issuer === undefined) throw new Refused('CERTIFICATE', 'the certificate does not say who vouched for its owner')
  return {
    identity: subjectOf(certificate),
    issuer,
    ...optional('buildSigner', derText(certificate, 9)),
    ...optional('runnerEnvironment', derText(certificate, 11)),
    ...optional('sourceRepository', derText(certificate, 12)),
    ...optional('sourceDigest', derText(certificate, 13)),
    ...optional('sourceRef', derText(certificate, 14)),
  }
}

export const identityInDer = (der: Uint8Array): CertificateIdentity =>
  identityIn(X509Certificate.parse(Buffer.from(der)))

const optional = (key: keyof CertificateIdentity, value: string | undefined) =>
  value === undefined ? {} : { [key]: value }

function subjectOf(certificate: X509Certificate): string {
  const value = valueOf(certificate, SUBJECT_ALTERNATIVE_NAME)
  const names = value === undefined ? [] : ASN1Obj.parseBuffer(value).subs
  const [name] = names
  if (name === undefined || names.length > 1 || !TEXT_NAMES.includes(name.tag.toDER())) {
    throw new Refused('CERTIFICATE', 'the certificate must name exactly one owner, by an e-mail address or a URI')
  }
  return utf8(name.value)
}

/** Newer extensions are UTF-8 strings in DER. */
function derText(certificate: X509Certificate, number: number): string | undefined {
  const value = valueOf(certificate, `${FULCIO}.${number}`)
  if (value === undefined) return undefined
  const text = ASN1Obj.parseBuffer(value)
  if (text.tag.toDER() !== UTF8_STRING) throw new Refused('CERTIFICATE', `extension ${FULCIO}.${number} is not text`)
  return utf8(text.value)
}

/** The oldest extensions are raw bytes. */
function rawText(certificate: X509Certificate, number: number): string | undefined {
  const value = valueOf(certificate, `${FULCIO}.${number}`)
  return value === undefined ? undefined : utf8(value)
}

function valueOf(certificate: X509Certificate, oid: string): Buffer<ArrayBuffer> | undefined {
  const found = certificate.extensions.filter((extension) => extension.subs[0]?.toOID() === oid)
  if (found.length > 1) throw new Refused('CERTIFICATE', `the certificate has the extension ${oid} twice`)
  const value = found[0]?.subs.at(-1)?.value
  return value === undefined ? undefined : Buffer.from(value)
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
