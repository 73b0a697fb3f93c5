import { PLATFORMS } from './types.js'

/** The expected type of a value in a manifest. */
export type ManifestShape =
  | { is: 'text'; like?: RegExp; example: string }
  | { is: 'platforms' }
  | { is: 'by-platform'; like?: RegExp; example: string }
  | { is: 'json' }
  | { is: 'object'; required: Record<string, ManifestShape>; optional?: Record<string, ManifestShape> }

const text = (example: string, like?: RegExp): ManifestShape => ({ is: 'text', example, ...(like && { like }) })
const url = text('https://example.org/', /^https?:\/\/[^\s]+$/)
const platforms: ManifestShape = { is: 'platforms' }
/** A path in the archive, with `*` for any characters within a segment. */
const pathInArchive = text('tool-*/bin/tool', /^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\0]+$/)
const packageName = text('curl', /^[a-z0-9][a-z0-9+.-]*$/)

/** RFC 4.10.2, with the additional sources of this crawler. Any other key is an error. */
export const MANIFEST: ManifestShape = {
  is: 'object',
  required: {
    name: text('curl', /^(?!\.{1,2}$)[^/\0\p{Cc}]{1,100}$/u),
    sources: {
      is: 'object',
      required: {},
      optional: {
        github: {
          is: 'object',
          required: {
            repo: text('curl/curl', /^[\w.-]+\/[\w.-]+$/),
            asset_patterns: { is: 'by-platform', example: 'curl-*-linux-x86_64.tar.gz' },
          },
          optional: { binary_path: pathInArchive },
        },
        homebrew: {
          is: 'object',
          required: { formula: text('curl', /^[a-z0-9][\w+.@-]*$/) },
          optional: { platforms },
        },
        apt: { is: 'object', required: { package: packageName }, optional: { platforms } },
        npm: {
          is: 'object',
          required: { package: text('typescript', /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i) },
        },
        scoop: {
          is: 'object',
          required: { manifest: text('curl', /^[a-z0-9][\w+.-]*$/i) },
          optional: { bucket: text('Main', /^[A-Za-z]+$/), platforms },
        },
        url: {
          is: 'object',
          required: { template: url, platforms },
          optional: {
            version: text('1.2.3', /^[\w.+~:-]+$/),
            version_url: url,
            version_pattern: text('v([0-9.]+)'),
            sha256: { is: 'by-platform', example: '64 hex digits', like: /^[0-9a-f]{64}$/ },
            binary_path: pathInArchive,
          },
        },
        folder: {
          is: 'object',
          required: { path: text('./build'), version: text('1.2.3', /^[\w.+~:-]+$/) },
          optional: {
            platform: text('linux-amd64', new RegExp(`^(?:${PLATFORMS.join('|')})$`)),
            binary_path: pathInArchive,
          },
        },
      },
    },
  },
  optional: { homepage: url, description: text('Transfer data from or to a server'), template: { is: 'json' } },
}
