/** Packs our packages as they would be published, and installs them from these archives. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Our packages by name, with their folders. */
export const PACKAGES = new Map(
  readdirSync(join(root, 'packages')).map((name) => {
    const folder = join(root, 'packages', name)
    return [manifestIn(folder).name, folder]
  }),
)

/** Archives by the hash of their content, so that tests, benchmarks and a release pack the same content once. */
const kept = join(root, 'node_modules/.cache/packed')

/** Packs the named packages, or all; returns the archive of each by its name. */
export function pack(names = [...PACKAGES.keys()]) {
  const archives = new Map(names.map((name) => [name, join(kept, `${contentHash(PACKAGES.get(name))}.tgz`)]))
  const missing = names.filter((name) => !existsSync(archives.get(name)))
  if (missing.length === 0) return archives
  mkdirSync(kept, { recursive: true })
  const draft = mkdtempSync(join(kept, 'draft-'))
  const flags = ['--json', '--ignore-scripts', '--no-update-notifier', '--pack-destination', draft]
  const folders = missing.map((name) => PACKAGES.get(name))
  const output = execFileSync('npm', ['pack', ...flags, ...folders], { cwd: root, encoding: 'utf8' })
  for (const { name, filename } of JSON.parse(output)) renameSync(join(draft, filename), archives.get(name))
  rmSync(draft, { recursive: true })
  return archives
}

/** The hash of everything that npm packs: package.json, and the entries of its `files`. */
function contentHash(folder) {
  const { files } = manifestIn(folder)
  const isLeftOut = (path) => files.some((one) => one.startsWith('!') && `${path}/`.startsWith(`${one.slice(1)}/`))
  const hash = createHash('sha256')
  const visit = (path) => {
    if (isLeftOut(path)) return
    const place = join(folder, path)
    const stat = statSync(place)
    if (stat.isDirectory()) for (const name of readdirSync(place).sort()) visit(`${path}/${name}`)
    else hash.update(JSON.stringify([path, stat.mode, stat.size])).update(readFileSync(place))
  }
  for (const path of ['package.json', ...files]) if (!path.startsWith('!')) visit(path)
  return hash.digest('hex')
}

/**
 * Installs a package from its archive with its declared dependencies, and nothing else. Third-party packages are linked
 * from the repository, so that no network is needed.
 */
export function installAlone(name, archives, home) {
  const target = join(home, 'node_modules', name)
  if (existsSync(target)) return
  const archive = archives.get(name)
  if (archive === undefined) {
    mkdirSync(dirname(target), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), target)
    return
  }
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', target, '--strip-components=1'])
  const { dependencies = {}, peerDependencies = {} } = manifestIn(target)
  // Installs our optional peers, too, so that the entry points that need them can be tested.
  const peers = Object.entries(peerDependencies).filter(([peer]) => archives.has(peer))
  for (const [needed, version] of [...Object.entries(dependencies), ...peers]) {
    const shared = join(home, 'node_modules', needed)
    // As npm does: the version of another package stays, and this package gets its own.
    const isOther = existsSync(shared) && manifestIn(shared).version !== version
    installAlone(needed, archives, isOther ? target : home)
  }
}
