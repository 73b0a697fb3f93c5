import type { Digest, Fetcher } from '../fetch/fetcher.js'
import type { ManifestSources, Platform, PackageSourceKind, ToolManifest } from '../manifest/types.js'

/** Something that contains programs for one platform. */
export interface ReleasedArtifact {
  platform: Platform
  /** What is fetched; for a local folder, what is read. */
  from: { url: string; digest?: Digest; headers?: Record<string, string> } | { folder: string; digest: Digest }
  form: 'archive' | 'deb' | 'program' | 'folder'
  /** The name of the file, which tells how it is packed. */
  fileName: string
  /** Which file is the program, with `*` for any characters of one name. Default: what lies in `bin`. */
  binaryPath?: string
  /** The programs by name, where the source knows them: paths in the archive. */
  programs?: Record<string, string>
  /** What the programs need around them in order to answer. */
  needs?: Needs
}

export type Needs =
  | { kind: 'debian'; package: string; architecture: string }
  | { kind: 'npm'; package: string; version: string }

/** The newest version of a tool at one source. */
export interface Release {
  version: string
  artifacts: ReleasedArtifact[]
  /** Platforms of the manifest for which there is nothing, and why. */
  missing: { platform: Platform; reason: string }[]
}

export interface SourceContext {
  fetcher: Fetcher
  endpoints: Endpoints
  apt: { index(architecture: string): Promise<PackageIndex> }
  npmRegistry(): Promise<string>
}

/** Where public services are. Mirrors and tests have others. */
export interface Endpoints {
  github: string
  homebrew: string
  scoop: string
}

export interface PackageSource<Kind extends PackageSourceKind = PackageSourceKind> {
  kind: Kind
  /** As the output calls it: "Downloading linux-amd64 from GitHub". */
  label: string
  /** People of a distribution have checked what is called what: curated facts about a name apply. */
  isDistribution: boolean
  /** What is newest. Nothing is downloaded but what says so. */
  release(tool: ToolManifest, settings: NonNullable<ManifestSources[Kind]>, context: SourceContext): Promise<Release>
}

/** The packages of a distribution for one architecture. */
export interface PackageIndex {
  get(name: string): DebianPackage | undefined
  /** Packages that provide a virtual one. */
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
  /** Each must be there; of each, one of the alternatives. */
  depends: readonly (readonly string[])[]
}
