export { verifyTool, type ToolTrust, type VerifyToolOptions } from './verify/verify-tool.js'
export type { TrustSettings } from './verify/settings.js'
export { verifyBinaryIntegrity, type HashClaims } from './verify/integrity.js'
export { verifyCosignSignature, verifyShimSignature } from './verify/signature.js'
export { publicMinisignKey, publicPem } from './verify/public-keys.js'
export { fetchAndVerifyProvenance, type ProvenanceOptions } from './verify/provenance.js'

export {
  createTrustPolicy,
  evaluateTrustLevel,
  HASH_OF_NOTHING,
  isHash,
  meetsTrust,
  nameOfTrustLevel,
  TrustLevel,
  type Hash,
  type IntegrityResult,
  type ProvenanceResult,
  type SignatureResult,
  type TrustDecision,
  type TrustPolicy,
  type TrustPolicyConfig,
  type TrustPolicySettings,
  type TrustSubject,
  type VerificationResults,
} from '@atip/protocol/trust'

export { verifyBundle, type BundleSource, type BundleVerdict, type VerifyBundleOptions } from './verify-bundle.js'
export { isIssuedTo } from './sigstore/signers.js'
export type { ExpectedSigner, KeylessSigner, KeySigner, RepositorySigner } from './sigstore/signers.js'
export type { VerifiedBundle, VerifiedSigner } from './sigstore/verify-bundle.js'
export type { CertificateIdentity } from './sigstore/certificate-identity.js'
export type { InTotoStatement, StatementSubject } from './sigstore/statement.js'
export type { TrustedRootText } from './sigstore/trusted-root.js'
export { verifyMinisign, type MinisignVerdict, type VerifyMinisignOptions } from './minisign/verify.js'
export { verifyOpenPgp, type OpenPgpVerdict, type VerifyOpenPgpOptions } from './openpgp/verify.js'
export {
  verifyProvenance,
  type ProvenanceCode,
  type ProvenanceVerdict,
  type VerifyProvenanceOptions,
} from './slsa/verify-provenance.js'
export type { BuilderTable } from './slsa/builders.js'
export type { NotVerified, RefusalCode } from './refused.js'

export { signBundle, type SignBundleOptions } from './sign/sign-bundle.js'
export type { SigningCredential } from './sign/credential.js'
export { PUBLIC_SERVICES, readSigningConfig, type SigningServices } from './sign/services.js'
export { SigningError, type SigningErrorCode } from './sign/signing-error.js'
export { minisignPublicKey } from './minisign/secret-key.js'
export { signMinisign, type SignMinisignOptions } from './minisign/sign.js'

export { hashFile, type HashCache, type HashFileOptions } from './files/hash-file.js'
export type { Artifact } from './files/artifact.js'
export type { Signable } from './sign/content.js'
export { refreshTrustedRoot, type RefreshOptions } from './tuf/refresh.js'
