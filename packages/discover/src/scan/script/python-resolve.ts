import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isFile } from './is-file.js'
import type { PythonImport } from './python-imports.js'

/**
 * The folders from which a Python interpreter loads installed packages: those of its virtual environment, else of its
 * installation, of Debian and of the user. The standard library is omitted: it belongs to the interpreter and says
 * nothing about a script.
 */
export function siteFolders(interpreter: string, home: string): string[] {
  const prefix = dirname(dirname(interpreter))
  if (existsSync(join(prefix, 'pyvenv.cfg'))) return inLibrary(prefix, interpreter)
  const real = realPathOf(interpreter)
  const folders = [
    ...inLibrary(join(home, '.local'), real),
    ...inLibrary('/usr/local', real),
    ...inLibrary(prefix, real),
    ...inLibrary(dirname(dirname(real)), real),
    '/usr/lib/python3/dist-packages',
  ]
  return [...new Set(folders)].filter((folder) => existsSync(folder))
}

/** The files that an import loads, from the first folder that has the module. */
export function resolveModule({ module, names }: PythonImport, folders: readonly string[]): string[] {
  const parts = module.split('.')
  if (parts.includes('')) return []
  for (const folder of folders) {
    const place = join(folder, ...parts)
    const file = [`${place}.py`, join(place, '__init__.py')].find(isFile)
    const submodules = names.map((name) => join(place, `${name}.py`)).filter(isFile)
    if (file === undefined && submodules.length === 0) continue
    const root = join(folder, parts[0]!, '__init__.py')
    const found = [file, ...submodules, isFile(root) ? root : undefined]
    return [...new Set(found.filter((path) => path !== undefined))]
  }
  return []
}

/** The file that `python -m` runs. */
export function resolveMain(module: string, folders: readonly string[]): string[] {
  return /^[A-Za-z_][\w.]*$/.test(module) ? resolveModule({ module, names: ['__main__'] }, folders) : []
}

/** `lib/python3.12/site-packages` and similar folders, for the interpreter's version if its name contains it. */
function inLibrary(prefix: string, interpreter: string): string[] {
  const version = /^python(3\.\d+)$/.exec(basename(interpreter))?.[1]
  const library = join(prefix, 'lib')
  return namesIn(library)
    .filter((name) => (version === undefined ? /^python3(?:\.\d+)?$/.test(name) : name === `python${version}`))
    .flatMap((name) => ['site-packages', 'dist-packages'].map((kind) => join(library, name, kind)))
    .filter((folder) => existsSync(folder))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
