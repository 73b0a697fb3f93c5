import { CrawlFailure } from '../failure.js'
import type { Platform } from '../manifest/types.js'
import type { PackageSource } from './types.js'

/** Debian packages from the configured mirrors. */
export const apt: PackageSource<'apt'> = {
  kind: 'apt',
  label: 'APT',
  isDistribution: true,
  async release(_, settings, { apt: client }) {
    const found = await Promise.all(
      settings.platforms.map(async (platform) => {
        const architecture = architectureOf(platform)
        const index = architecture === undefined ? undefined : await client.index(architecture)
        return { platform, architecture, known: index?.get(settings.package) }
      }),
    )
    const version = found.find(({ known }) => known !== undefined)?.known!.version
    if (version === undefined) {
      throw new CrawlFailure('not-found', `no configured Debian mirror has a package ${settings.package}`)
    }
    return {
      version,
      artifacts: found.flatMap(({ platform, architecture, known }) =>
        known === undefined
          ? []
          : [
              {
                platform,
                from: { url: known.url, digest: { algorithm: 'sha256' as const, hex: known.sha256 } },
                form: 'deb' as const,
                fileName: `${known.name}.deb`,
                needs: { kind: 'debian' as const, package: known.name, architecture: architecture! },
              },
            ],
      ),
      missing: found
        .filter(({ known }) => known === undefined)
        .map(({ platform }) => ({ platform, reason: `no package ${settings.package} for ${platform}` })),
    }
  },
}

function architectureOf(platform: Platform): string | undefined {
  const [system, architecture] = platform.split('-')
  return system === 'linux' ? architecture : undefined
}
