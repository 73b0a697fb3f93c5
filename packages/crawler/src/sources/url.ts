import { CrawlFailure } from '../failure.js'
import type { Platform } from '../manifest/types.js'
import type { Fetcher } from '../fetch/fetcher.js'
import type { UrlSettings } from '../manifest/types.js'
import { formOf } from './form.js'
import type { PackageSource } from './types.js'

/** Official downloads: a URL with placeholders for version and platform. */
export const url: PackageSource<'url'> = {
  kind: 'url',
  label: 'its site',
  isDistribution: false,
  async release(_, settings, { fetcher }) {
    const version = settings.version ?? (await newest(settings, fetcher))
    const { template, platforms, sha256 = {}, binary_path } = settings
    return {
      version,
      artifacts: platforms.map((platform) => {
        const link = fill(template, version, platform)
        const fileName = new URL(link).pathname.split('/').at(-1) ?? ''
        const hex = sha256[platform]
        return {
          platform,
          from: { url: link, ...(hex !== undefined && { digest: { algorithm: 'sha256', hex } as const }) },
          form: formOf(fileName),
          fileName,
          ...(binary_path && { binaryPath: fill(binary_path, version, platform) }),
        }
      }),
      missing: [],
    }
  },
}

function fill(template: string, version: string, platform: Platform): string {
  const [os, arch] = platform.split('-') as [string, string]
  const values: Record<string, string> = { version, platform, os, arch }
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole))
}

const VERSION = String.raw`\d+(?:\.\d+)+`

/** Longer texts are cut, because a pattern may be slow. */
const MOST_CHARACTERS = 200_000

async function newest(
  { version_url, version_pattern = `(${VERSION})` }: UrlSettings,
  fetcher: Fetcher,
): Promise<string> {
  const page = (await fetcher.text(version_url!, { maxBytes: 8_000_000 })).slice(0, MOST_CHARACTERS)
  const match = patternOf(version_pattern).exec(page)
  const version = match?.[1] ?? match?.[0]
  if (version === undefined || !/^[\w.+~-]{1,60}$/.test(version)) {
    throw new CrawlFailure('bad-answer', `${version_url}: nothing fits version_pattern ${version_pattern}`)
  }
  return version
}

function patternOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern)
  } catch (error) {
    throw new CrawlFailure('manifest', `version_pattern: ${(error as Error).message}`)
  }
}
