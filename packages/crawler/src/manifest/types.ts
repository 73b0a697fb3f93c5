/** Operating system and architecture, as in RFC 4.10.2. */
export const PLATFORMS = [
  'linux-amd64',
  'linux-arm64',
  'darwin-amd64',
  'darwin-arm64',
  'windows-amd64',
  'windows-arm64',
] as const

export type Platform = (typeof PLATFORMS)[number]

/** The configuration of a tool to crawl (RFC 4.10.2). */
export interface ToolManifest {
  name: string
  homepage?: string
  description?: string
  sources: ManifestSources
  /** A part of a description, which takes precedence over the generated one. */
  template?: Record<string, unknown>
  /** The file, for messages and relative paths. */
  file: string
}

export interface ManifestSources {
  github?: GithubSettings
  homebrew?: { formula: string; platforms: readonly Platform[] }
  apt?: { package: string; platforms: readonly Platform[] }
  npm?: { package: string }
  scoop?: { manifest: string; bucket: string; platforms: readonly Platform[] }
  url?: UrlSettings
  folder?: { path: string; version: string; platform: Platform; binary_path?: string }
}

export type PackageSourceKind = keyof ManifestSources

export interface GithubSettings {
  repo: string
  asset_patterns: Partial<Record<Platform, string>>
  binary_path?: string
}

/** `{version}`, `{os}`, `{arch}` and `{platform}` in the template are replaced. */
export interface UrlSettings {
  template: string
  platforms: readonly Platform[]
  version?: string
  version_url?: string
  version_pattern?: string
  sha256?: Partial<Record<Platform, string>>
  binary_path?: string
}
