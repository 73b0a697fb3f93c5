/** Packs our packages as they would be published, and installs them from these archives. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Our packages by their names, with their folders. */
export const PACKAGES = new Map(
  readdirSync(join(root, 'packages')).map((name) => {
    const folder = join(root, 'packages', name)
    return [manifestIn(folder).name, folder]
  }),
)

/** Packs the packages that are named, or all; gives the archive of each by its name. */
export function pack(destination, names = [...PACKAGES.keys()]) {
  const folders = names.map((name) => PACKAGES.get(name))
  const flags = ['--json', '--ignore-scripts', '--pack-destination', destination]
  const output = execFileSync('npm', ['pack', ...flags, ...folders], { cwd: root, encoding: 'utf8' })
  return new Map(JSON.parse(output).map(({ name, filename }) => [name, join(destination, filename)]))
}

/**
 * Installs a package from its archive, with all that it declares and nothing else. Packages of others are linked from the
 * repository, so that no network is needed.
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
  for (const needed of Object.keys(manifestIn(target).dependencies ?? {})) installAlone(needed, archives, home)
}
