import { CrawlFailure } from '../failure.js'
import type { Platform } from '../manifest/types.js'
import { parseAnswer, type ServiceAnswer } from './answer.js'
import type { ReleasedArtifact, PackageSource } from './types.js'

/** Versions of macOS, as in the names of bottles, newest first. */
const SYSTEMS = ['tahoe', 'sequoia', 'sonoma', 'ventura', 'monterey', 'big_sur', 'catalina', 'mojave']

/** The bottles that run on a platform, the best first. */
const TAGS: Partial<Record<Platform, readonly string[]>> = {
  'darwin-arm64': [...SYSTEMS.map((system) => `arm64_${system}`), 'all'],
  'darwin-amd64': [...SYSTEMS, 'all'],
  'linux-amd64': ['x86_64_linux', 'all'],
  'linux-arm64': ['arm64_linux', 'all'],
}

/** Bottles of Homebrew formulas. */
export const homebrew: PackageSource<'homebrew'> = {
  kind: 'homebrew',
  label: 'Homebrew',
  isDistribution: true,
  async release(_, { formula, platforms }, { fetcher, endpoints }) {
    const url = `${endpoints.homebrew}/api/formula/${encodeURIComponent(formula)}.json`
    const answer = parseAnswer(await fetcher.text(url), url)
    const files = answer.at('bottle').at('stable').at('files')
    const bottles = new Map(files.isAbsent ? [] : files.entries())
    const tagFor = (platform: Platform) => TAGS[platform]?.find((tag) => bottles.has(tag))
    return {
      version: answer.at('versions').at('stable').text(),
      artifacts: platforms.flatMap((platform) => {
        const tag = tagFor(platform)
        return tag === undefined ? [] : [artifactOf(platform, formula, bottles.get(tag)!)]
      }),
      missing: platforms
        .filter((platform) => tagFor(platform) === undefined)
        .map((platform) => ({ platform, reason: `the formula has no bottle for ${platform}` })),
    }
  },
}

function artifactOf(platform: Platform, formula: string, bottle: ServiceAnswer): ReleasedArtifact {
  const url = bottle.at('url').text()
  const hex = bottle.at('sha256').text()
  if (!/^[0-9a-f]{64}$/.test(hex))
    throw new CrawlFailure('bad-answer', `${url}: ${JSON.stringify(hex)} is not a SHA-256`)
  return {
    platform,
    // Bottles are public, but their host requires a token; Homebrew sends the same one.
    from: { url, digest: { algorithm: 'sha256', hex }, headers: { authorization: 'Bearer QQ==' } },
    form: 'archive',
    fileName: `${formula}.tar.gz`,
  }
}
