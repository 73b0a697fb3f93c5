import { CrawlFailure } from '../failure.js'
import type { Digest } from '../fetch/fetcher.js'
import { parseAnswer, type ServiceAnswer } from './answer.js'
import type { PackageSource } from './types.js'

/** Packages of the npm registry that npm is configured to use. */
export const npm: PackageSource<'npm'> = {
  kind: 'npm',
  label: 'npm',
  isDistribution: false,
  async release(_, settings, { fetcher, npmRegistry }) {
    const url = `${await npmRegistry()}${settings.package.replace('/', '%2f')}`
    const headers = { accept: 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8' }
    const packument = parseAnswer(await fetcher.text(url, { headers }), url)
    const version = packument.at('dist-tags').at('latest').text()
    const latest = packument.at('versions').at(version)
    if (latest.isAbsent) latest.fail('the version that "latest" names')
    const programs = programsOf(latest.at('bin'), settings.package)
    if (Object.keys(programs).length === 0) {
      throw new CrawlFailure('no-program', `the package ${settings.package} ${version} has no programs`)
    }
    return {
      version,
      artifacts: [
        {
          // Node scripts are the same on all platforms; this is the one that can run them.
          platform: 'linux-amd64',
          from: { url: latest.at('dist').at('tarball').text(), digest: digestOf(latest.at('dist')) },
          form: 'archive',
          fileName: 'package.tgz',
          programs,
          needs: { kind: 'npm', package: settings.package, version },
        },
      ],
      missing: [],
    }
  },
}

/** A string is the path of a program with the name of the package. */
function programsOf(bin: ServiceAnswer, name: string): Record<string, string> {
  if (bin.isAbsent) return {}
  const entries: [string, string][] =
    typeof bin.value === 'string'
      ? [[name.split('/').at(-1)!, bin.value]]
      : bin.entries().map(([key, path]) => [key.split('/').at(-1)!, path.text()])
  return Object.fromEntries(entries.map(([key, path]) => [key, `package/${path.replace(/^(?:\.?\/)+/, '')}`]))
}

function digestOf(dist: ServiceAnswer): Digest {
  const integrity = dist.at('integrity').optionalText()
  const strong = integrity?.split(/\s+/).find((one) => /^sha(?:256|512)-/.test(one))
  if (strong !== undefined) {
    const [algorithm, base64] = strong.split('-') as ['sha256' | 'sha512', string]
    return { algorithm, hex: Buffer.from(base64, 'base64').toString('hex') }
  }
  return { algorithm: 'sha1', hex: dist.at('shasum').text().toLowerCase() }
}
