import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { namesIn } from './files.js'
import { foldersAbove, linkedPackages } from './linked-packages.js'
import { isTooWide } from './view.js'
import { VERSION_MANAGERS } from './version-managers.js'

/** Entries of an installation's folder that belong to the user, not to the installation. */
const WITHHELD = ['etc', 'pip.conf', 'npmrc', 'netrc', 'credentials', 'credentials.json', 'credentials.toml']

/** Marks of a Python or Conda environment. */
const ENVIRONMENT_MARKS = ['pyvenv.cfg', 'conda-meta']

/** Entries that are shown of a folder of programs that is not recognised otherwise. */
const PARTS = ['bin', 'sbin', 'lib', 'lib64', 'libexec', 'package.json']

/** The files and folders of the installation around a program, by the conventions of its kind. */
export function installationAround(file: string, { home, isNode }: { home: string; isNode: boolean }): string[] {
  const modules = /^.*?\/(?:node_modules|\.pnpm)(?=\/)/.exec(file)
  if (modules !== null) return [modules[0]]
  const managed = managedInstallation(file)
  if (managed !== null) return partsOf(managed, WITHHELD)
  const node = isNode ? packageAround(file, home) : []
  const folder = dirname(file)
  const prefix = dirname(folder)
  if (!['bin', 'sbin', 'libexec'].includes(basename(folder)) || prefix === home) return node
  if (ENVIRONMENT_MARKS.some((mark) => existsSync(join(prefix, mark)))) {
    return [...partsOf(prefix, WITHHELD), ...baseOf(prefix), ...node]
  }
  // `~/.local/share` also holds keyrings and browser profiles.
  const parts = prefix === join(home, '.local') ? PARTS : [...PARTS, 'share']
  return [...parts.map((part) => join(prefix, part)), ...node]
}

/** Whether a part links out of its folder: a package may link to `~/.ssh`. Parts with usual names are exempt. */
export function leadsAway(part: string): boolean {
  if ([...PARTS, 'share', 'node_modules'].includes(basename(part))) return false
  const folder = realpathSync(dirname(part))
  return !realpathSync(part).startsWith(folder === '/' ? folder : `${folder}/`)
}

/** The folder of the version installed by a version manager that contains the file. */
function managedInstallation(file: string): string | null {
  for (const { mark, installations } of VERSION_MANAGERS) {
    for (const pattern of installations) {
      const [folder, root] = new RegExp(`^(.*)/${pattern.replaceAll('*', '[^/]+')}(?=/)`).exec(file) ?? []
      if (folder !== undefined && existsSync(join(root!, mark))) return folder
    }
  }
  return null
}

/** The standard library of the Python from which a virtual environment was made. */
function baseOf(environment: string): string[] {
  try {
    const bin = /^home\s*=\s*(\/.+?)\s*$/m.exec(readFileSync(join(environment, 'pyvenv.cfg'), 'utf8'))?.[1]
    return bin === undefined || basename(bin) !== 'bin'
      ? []
      : ['bin', 'lib', 'lib64'].map((part) => join(bin, '..', part))
  } catch {
    return []
  }
}

/** Packages from `pip install --user`. Python looks for them in its home, which differs in the sandbox. */
export function userLibrary(home: string): { readable: string[]; env: Record<string, string> } {
  const base = join(home, '.local')
  const libraries = namesIn(join(base, 'lib')).filter((name) => name.startsWith('python'))
  if (libraries.length === 0) return { readable: [], env: {} }
  return { readable: libraries.map((name) => join(base, 'lib', name)), env: { PYTHONUSERBASE: base } }
}

/** The package of a Node program, the folder that `tooli build` puts next to it, and the modules it may load. */
function packageAround(file: string, home: string): string[] {
  const above = foldersAbove(file)
  const near = above.slice(0, 4).filter((folder) => !isTooWide(folder, home))
  const root = near.find((folder) => existsSync(join(folder, 'package.json')))
  const built = file.replace(/\.cjs$/, '')
  const own = [...(built === file ? [] : [built]), ...above.map((folder) => join(folder, 'node_modules'))]
  if (root === undefined) return [...own, ...linkedPackages(dirname(file)).flatMap((one) => packageParts(one))]
  return [...own, ...packageParts(root), ...linkedPackages(root).flatMap(packageParts)]
}

function packageParts(root: string): string[] {
  return [...partsOf(root), ...[root, ...foldersAbove(root)].map((folder) => join(folder, 'node_modules'))]
}

/** The entries of a folder, except dot files, which are often keys and settings. */
function partsOf(folder: string, withheld: readonly string[] = []): string[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.') && !withheld.includes(name))
  return names.map((name) => join(folder, name))
}
