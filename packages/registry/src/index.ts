/** Registries of tool descriptions, keyed by the hash of the program: build, query and serve them. */
export { buildRegistry, type RegistryBuildOptions, type BuildReport } from './publish/build-registry.js'
export { validateShim } from './publish/validate-shim.js'
export { readSource } from './publish/read-source.js'
export { signaturesBeside } from './publish/source.js'
export { writePages } from './page/write-pages.js'
export type { PageBuild, PageFiles, PageStep } from './page/page-build.js'
export type { CatalogLine, CatalogTool } from './format/catalog.js'
export { PublishError, type ShimRefusal, type ShimRefusalCode, type ShimWithdrawal } from './publish/refusal.js'
export { minisignSigner, sigstoreSigner, type OwnSigner, type RegistrySigner } from './signing/signer.js'
export { verifySignatures, type SignatureVerdict, type SignerIdentity, type SignerSettings } from './signing/verify.js'

export {
  MANIFEST_PATH,
  readManifest,
  type FileReference,
  type ReadManifest,
  type RegistryManifest,
} from './format/manifest.js'
export type { RegistryEndpoints } from './format/manifest.js'
export { readPolicy, type OrganisationPolicy } from './format/policy.js'
export { encodeFilter, openFilter, type ExistenceFilter } from './format/filter.js'
export { decodePack, openPackIndex, packOf, type PackedShim, type PackIndex } from './format/pack.js'
export type { SignatureTexts } from './format/signature-texts.js'
export { catalogPath } from './format/names.js'
export { FormatError } from './format/format-error.js'
export { leafHash, verifyInclusion, type InclusionClaim } from './log/merkle.js'
export { inclusionProof, type LogHead } from './log/tiles.js'
export { logEntry } from './log/entry.js'

export { createClient, type ClientOptions, type FoundShim, type LookUp, type RegistryClient } from './client/client.js'
export type { ProgramKey } from './client/contents.js'
export type { OpenedRegistry } from './client/open-registry.js'
export type { RegistryPolicy } from './client/policies.js'
export { syncPrograms, type SyncOptions, type SyncReport, type SyncedRegistry } from './client/sync.js'
export { removeShimsOf } from './client/store-shim.js'
export { submitShim } from './client/submit.js'
export { loadRegistries, registriesFile, SYSTEM_CONFIG, type RegistryPlaces } from './config/load.js'
export { readRegistriesFile, type RegistriesFile, type RegistryConfig } from './config/registries.js'
export { RegistryError, type RegistryErrorCode } from './http/registry-error.js'
export { readShimRecord, type ShimRecord } from './stored/shim-record.js'
export { openAcceptance, type AcceptancePlaces, type ShimAcceptance } from './stored/accepted-shims.js'
export { storedPolicies, type StoredPolicy } from './stored/stored-policies.js'
export { acceptedBuild, removeAccepted, type AcceptedBuild } from './stored/manifest-state.js'

export { serveRegistry, type ServedRequest, type RegistryServeOptions } from './server/serve-registry.js'
export { servePages, type PageSource, type PageServeOptions } from './server/serve-pages.js'
export type { RegistryServer } from './server/listen.js'
export { readQueue, removeSubmission, type QueuedSubmission } from './server/queue.js'
