import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CrawlFailure } from '../failure.js'
import { createPackageIndex } from './apt-index.js'
import { compareVersions } from './debian-version.js'
import { run } from './run-client.js'
import type { PackageIndex } from './types.js'

export interface AptClient {
  /** The packages of an architecture, from indexes whose signatures apt has verified. */
  index(architecture: string): Promise<PackageIndex>
}

/**
 * Runs apt with the mirrors and keys configured here, but with its state below `folder`. Changes nothing on the system,
 * and needs no privileges.
 */
export function createAptClient(folder: string, signal?: AbortSignal): AptClient {
  const indexes = new Map<string, Promise<PackageIndex>>()
  return {
    index(architecture) {
      let index = indexes.get(architecture)
      if (index === undefined)
        indexes.set(architecture, (index = load(join(folder, architecture), architecture, signal)))
      return index
    },
  }
}

async function load(folder: string, architecture: string, signal?: AbortSignal): Promise<PackageIndex> {
  mkdirSync(join(folder, 'lists/partial'), { recursive: true })
  mkdirSync(join(folder, 'cache/archives/partial'), { recursive: true })
  const settings = [
    ['Dir::State', folder],
    ['Dir::State::lists', join(folder, 'lists')],
    ['Dir::State::status', '/dev/null'],
    ['Dir::Cache', join(folder, 'cache')],
    ['APT::Architecture', architecture],
    ['APT::Architectures', architecture],
    ['APT::Sandbox::User', ''],
    ['Acquire::Languages', 'none'],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`])
  // Without this option, apt would ignore errors of a mirror and use old data.
  await run('apt-get', ['update', '-q', '--error-on=any', ...settings], signal)
  const format = '$(IDENTIFIER)\t$(TRUSTED)\t$(FILENAME)\t$(REPO_URI)'
  const { stdout } = await run('apt-get', ['indextargets', ...settings, '--format', format], signal)
  const targets = stdout
    .split('\n')
    .map((line) => line.split('\t') as [identifier: string, trusted: string, file: string, uri: string])
    .filter(([identifier]) => identifier === 'Packages')
  if (targets.length === 0) throw new CrawlFailure('not-found', `apt has no packages for ${architecture}`)
  const lists = await Promise.all(
    targets.map(async ([, trusted, file, uri]) => {
      if (trusted !== 'yes')
        throw new CrawlFailure('hash-mismatch', `the index of ${uri} is not signed by a key of apt`)
      // Decompresses the file in any format that apt uses.
      const { stdout: text } = await run('/usr/lib/apt/apt-helper', ['cat-file', file], signal)
      return { text, uri }
    }),
  )
  return createPackageIndex(lists, (version, than) => compareVersions(version, than) > 0)
}
