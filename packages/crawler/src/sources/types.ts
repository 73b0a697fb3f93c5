import type { Digest, Fetcher } from '../fetch/fetcher.js'
import type { ManifestSources, Platform, PackageSourceKind, ToolManifest } from '../manifest/types.js'

/** A download that contains programs for one platform. */
export interface ReleasedArtifact {
  platform: Platform
  /** The URL to fetch, or the local folder to read. */
  from: { url: string; digest?: Digest; headers?: Record<string, string> } | { folder: string; digest: Digest }
  form: 'archive' | 'deb' | 'program' | 'folder'
  /** The file name, which indicates the format. */
  fileName: string
  /** The path of the program, with `*` for any characters within a segment. Default: programs in `bin`. */
  binaryPath?: string
  /** Program names and their paths in the archive, if the source knows them. */
  programs?: Record<string, string>
  /** The dependencies that the programs need to start. */
  needs?: Needs
}

export type Needs =
  | { kind: 'debian'; package: string; architecture: string }
  | { kind: 'npm'; package: string; version: string }

/** The newest version of a tool at one source. */
export interface Release {
  version: string
  artifacts: ReleasedArtifact[]
  /** Platforms of the manifest without an artifact, and why. */
  missing: { platform: Platform; reason: string }[]
}

export interface SourceContext {
  fetcher: Fetcher
  endpoints: Endpoints
  apt: { index(architecture: string): Promise<PackageIndex> }
  npmRegistry(): Promise<string>
}

/** Base URLs of public services. Mirrors and tests use others. */
export interface Endpoints {
  github: string
  homebrew: string
  scoop: string
}

export interface PackageSource<Kind extends PackageSourceKind = PackageSourceKind> {
  kind: Kind
  /** The name in messages: "Downloading linux-amd64 from GitHub". */
  label: string
  /** Whether a distribution maintains the names, so that curated facts about a name apply. */
  isDistribution: boolean
  /** The newest release. Downloads only the metadata. */
  release(tool: ToolManifest, settings: NonNullable<ManifestSources[Kind]>, context: SourceContext): Promise<Release>
}

/** The packages of a distribution for one architecture. */
export interface PackageIndex {
  get(name: string): DebianPackage | undefined
  /** Packages that provide a virtual package. */
  providers(name: string): readonly DebianPackage[]
  readonly essential: readonly DebianPackage[]
}

export interface DebianPackage {
  name: string
  version: string
  architecture: string
  url: string
  sha256: string
  size: number
  /** In kilobytes, unpacked. */
  installedSize: number
  source: string
  /** All are required; of each, one alternative. */
  depends: readonly (readonly string[])[]
}
