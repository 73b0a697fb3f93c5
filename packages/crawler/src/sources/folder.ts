import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { CrawlFailure } from '../failure.js'
import type { PackageSource } from './types.js'

/** A folder with more files is not the output of a build. */
const MOST_FILES = 50_000

/** A local folder, laid out like an archive. */
export const folder: PackageSource<'folder'> = {
  kind: 'folder',
  label: 'a folder',
  isDistribution: false,
  async release({ file }, { path, version, platform, binary_path }) {
    const place = resolve(dirname(file), path)
    return {
      version,
      artifacts: [
        {
          platform,
          from: { folder: place, digest: { algorithm: 'sha256', hex: contentOf(place) } },
          form: 'folder',
          fileName: path,
          ...(binary_path && { binaryPath: binary_path }),
        },
      ],
      missing: [],
    }
  },
}

/** A hash of all names and contents in the folder. */
function contentOf(place: string): string {
  const hash = createHash('sha256')
  let files = 0
  const visit = (path: string, name: string) => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) throw new CrawlFailure('not-found', `there is no ${path}`)
    if (++files > MOST_FILES) {
      throw new CrawlFailure('limit', `${place} has more than ${MOST_FILES.toLocaleString('en')} files (limit entries)`)
    }
    const link = stats.isSymbolicLink() ? readlinkSync(path) : ''
    const size = stats.isFile() ? stats.size : 0
    hash.update(JSON.stringify([name, stats.mode & 0o111, size, link]))
    if (stats.isFile()) hash.update(readFileSync(path))
    if (stats.isDirectory()) for (const one of readdirSync(path).sort()) visit(join(path, one), `${name}/${one}`)
  }
  visit(place, '')
  return hash.digest('hex')
}
