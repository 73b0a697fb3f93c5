import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { namesIn } from './files.js'
import { foldersAbove, linkedPackages } from './linked-packages.js'
import { isTooWide } from './view.js'
import { VERSION_MANAGERS } from './version-managers.js'

/** What the folder of an installation has that belongs to the user, not to the installation. */
const WITHHELD = ['etc', 'pip.conf', 'npmrc', 'netrc', 'credentials', 'credentials.json', 'credentials.toml']

/** What an environment of Python, or of Conda, has in its folder. */
const ENVIRONMENT_MARKS = ['pyvenv.cfg', 'conda-meta']

/** Parts of a folder with programs of which nothing else is known. */
const PARTS = ['bin', 'sbin', 'lib', 'lib64', 'libexec', 'package.json']

/** The files and folders of the installation that a program is part of, by the customs of its kind. */
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
  // `~/.local/share` holds keyrings and browser profiles beside what programs have there.
  const parts = prefix === join(home, '.local') ? PARTS : [...PARTS, 'share']
  return [...parts.map((part) => join(prefix, part)), ...node]
}

/** Whether a part is a link out of its folder. A package may hold one to `~/.ssh`; those with known names are customary. */
export function leadsAway(part: string): boolean {
  if ([...PARTS, 'share', 'node_modules'].includes(basename(part))) return false
  const folder = realpathSync(dirname(part))
  return !realpathSync(part).startsWith(folder === '/' ? folder : `${folder}/`)
}

/** The folder of one version of something that a version manager has installed. */
function managedInstallation(file: string): string | null {
  for (const { mark, installations } of VERSION_MANAGERS) {
    for (const pattern of installations) {
      const [folder, root] = new RegExp(`^(.*)/${pattern.replaceAll('*', '[^/]+')}(?=/)`).exec(file) ?? []
      if (folder !== undefined && existsSync(join(root!, mark))) return folder
    }
  }
  return null
}

/** The library that an environment of Python takes from the Python it was made with. */
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

/** What `pip install --user` has installed. Python looks for it below its home, which is another one in the sandbox. */
export function userLibrary(home: string): { readable: string[]; env: Record<string, string> } {
  const base = join(home, '.local')
  const libraries = namesIn(join(base, 'lib')).filter((name) => name.startsWith('python'))
  if (libraries.length === 0) return { readable: [], env: {} }
  return { readable: libraries.map((name) => join(base, 'lib', name)), env: { PYTHONUSERBASE: base } }
}

/** The package that a program of Node is part of, what `tooli build` puts beside it, and the modules it may load. */
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

/** What is in a folder, without what begins with a dot: those are keys and settings. */
function partsOf(folder: string, withheld: readonly string[] = []): string[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.') && !withheld.includes(name))
  return names.map((name) => join(folder, name))
}
