import { CrawlFailure } from '../failure.js'
import type { Digest } from '../fetch/fetcher.js'
import type { Platform } from '../manifest/types.js'
import { parseAnswer, type ServiceAnswer } from './answer.js'
import { formOf } from './form.js'
import type { ReleasedArtifact, PackageSource } from './types.js'

const ARCHITECTURES: Partial<Record<Platform, string>> = { 'windows-amd64': '64bit', 'windows-arm64': 'arm64' }

/** Manifests of Scoop, for Windows. */
export const scoop: PackageSource<'scoop'> = {
  kind: 'scoop',
  label: 'Scoop',
  isDistribution: false,
  async release(_, { manifest, bucket, platforms }, { fetcher, endpoints }) {
    const url = `${endpoints.scoop}/${bucket}/master/bucket/${manifest}.json`
    const answer = parseAnswer(await fetcher.text(url), url)
    const perPlatform = platforms.map((platform) => {
      const own = answer.at('architecture').at(ARCHITECTURES[platform] ?? '')
      const hasOwn = !own.at('url').isAbsent
      const isCommon = platform === 'windows-amd64' && !answer.at('url').isAbsent
      return { platform, at: hasOwn ? own : isCommon ? answer : undefined }
    })
    return {
      version: answer.at('version').text(),
      artifacts: perPlatform.flatMap(({ platform, at }) =>
        at === undefined ? [] : [artifactOf(platform, at, answer)],
      ),
      missing: perPlatform
        .filter(({ at }) => at === undefined)
        .map(({ platform }) => ({ platform, reason: `the manifest has nothing for ${platform}` })),
    }
  },
}

const first = (answer: ServiceAnswer) => (Array.isArray(answer.value) ? answer.list()[0]! : answer).text()

function artifactOf(platform: Platform, at: ServiceAnswer, whole: ServiceAnswer): ReleasedArtifact {
  const url = first(at.at('url'))
  // `…/tool.exe#/other.exe` renames the download.
  const fileName = new URL(url).hash.slice(2) || (new URL(url).pathname.split('/').at(-1) ?? '')
  const bin = at.at('bin').isAbsent ? whole.at('bin') : at.at('bin')
  const folder = at.at('extract_dir').isAbsent ? whole.at('extract_dir') : at.at('extract_dir')
  const prefix = folder.isAbsent ? '' : `${first(folder)}/`
  const programs = bin.isAbsent ? undefined : Object.fromEntries(programsIn(bin, prefix))
  return {
    platform,
    from: { url: url.split('#')[0]!, digest: digestOf(first(at.at('hash')), url) },
    form: formOf(fileName),
    fileName,
    ...(programs && { programs }),
  }
}

/** `"x.exe"`, `["x.exe", "y.exe"]`, or with different names: `[["x.exe", "name"]]`. */
function programsIn(bin: ServiceAnswer, prefix: string): [name: string, path: string][] {
  const one = (path: string, name?: string): [string, string] => {
    const slashed = path.replaceAll('\\', '/')
    return [(name ?? slashed.split('/').at(-1)!).replace(/\.(?:exe|cmd|bat|ps1)$/i, ''), prefix + slashed]
  }
  if (!Array.isArray(bin.value)) return [one(bin.text())]
  return bin.list().map((entry) => {
    if (!Array.isArray(entry.value)) return one(entry.text())
    const [path, name] = entry.list()
    return one(path!.text(), name?.text())
  })
}

/** SHA-256 has no prefix, other digests have one. */
function digestOf(hash: string, url: string): Digest {
  const [, algorithm = 'sha256', hex] = /^(?:(sha256|sha512|sha1):)?([0-9a-f]{40,128})$/.exec(hash.toLowerCase()) ?? []
  if (hex === undefined) throw new CrawlFailure('bad-answer', `${url}: ${JSON.stringify(hash)} is not a supported hash`)
  return { algorithm: algorithm as Digest['algorithm'], hex }
}
