import { nameFits } from '@atip/protocol'
import type { Platform } from '../manifest/types.js'
import { parseAnswer } from './answer.js'
import { formOf } from './form.js'
import type { PackageSource } from './types.js'
import { withoutV } from './version.js'

/** The assets of the latest GitHub release. */
export const github: PackageSource<'github'> = {
  kind: 'github',
  label: 'GitHub',
  isDistribution: false,
  async release(_, { repo, asset_patterns, binary_path }, { fetcher, endpoints }) {
    const url = `${endpoints.github}/repos/${repo}/releases/latest`
    const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }
    const answer = parseAnswer(await fetcher.text(url, { headers }), url)
    const assets = answer.at('assets').list()
    const patterns = Object.entries(asset_patterns) as [Platform, string][]
    const found = patterns.map(([platform, pattern]) => ({
      platform,
      pattern,
      asset: assets.find((asset) => nameFits(pattern, asset.at('name').text())),
    }))
    return {
      version: withoutV(answer.at('tag_name').text()),
      artifacts: found.flatMap(({ platform, asset }) => {
        if (asset === undefined) return []
        const fileName = asset.at('name').text()
        const sha256 = /^sha256:([0-9a-f]{64})$/.exec(asset.at('digest').optionalText() ?? '')?.[1]
        const digest = sha256 === undefined ? undefined : ({ algorithm: 'sha256', hex: sha256 } as const)
        return [
          {
            platform,
            from: { url: asset.at('browser_download_url').text(), ...(digest && { digest }) },
            form: formOf(fileName),
            fileName,
            ...(binary_path && { binaryPath: binary_path }),
          },
        ]
      }),
      missing: found
        .filter(({ asset }) => asset === undefined)
        .map(({ platform, pattern }) => ({ platform, reason: `no asset is called ${pattern}` })),
    }
  },
}
