import { readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { isFile } from './is-file.js'

/** The files that an import resolves to, or the path where the first of them would be. */
export type ImportResolution = { found: string[] } | { missing: string } | undefined

/** Larger than any package.json written by people. */
const LARGEST_PACKAGE_FILE = 1024 ** 2

/** Resolves an import from `folder`, as Node does in the common cases. Undefined for built-in modules. */
export function resolveImport(specifier: string, folder: string): ImportResolution {
  if (isBuiltin(specifier)) return undefined
  if (/^\.{0,2}\//.test(specifier) || specifier === '.' || specifier === '..') {
    const path = isAbsolute(specifier) ? specifier : resolve(folder, specifier)
    const found = fileFor(path)
    return found === undefined ? { missing: /\.\w+$/.test(path) ? path : `${path}.js` } : { found: [found] }
  }
  const [, name, rest = ''] = PACKAGE.exec(specifier) ?? []
  if (name === undefined) return undefined
  const home = packageFolder(name, folder)
  if (home === undefined)
    return { missing: join(nearestPackage(folder) ?? folder, 'node_modules', name, 'package.json') }
  const description = join(home, 'package.json')
  const entry = entryOf(home, rest)
  return { found: entry === undefined ? [description] : [description, entry] }
}

/** The nearest folder with a package.json, from here upwards. */
export function nearestPackage(folder: string): string | undefined {
  return foldersUpwards(folder).find((above) => isFile(join(above, 'package.json')))
}

/** The package.json of each dependency of the package in `folder`. */
export function dependenciesOf(folder: string): string[] {
  const { dependencies } = readPackage(folder)
  if (typeof dependencies !== 'object' || dependencies === null) return []
  return Object.keys(dependencies)
    .filter((name) => PACKAGE.exec(name)?.[1] === name)
    .map((name) => packageFolder(name, folder))
    .filter((home) => home !== undefined)
    .map((home) => join(home, 'package.json'))
}

const PACKAGE = /^((?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*)(?:\/(.+))?$/

function packageFolder(name: string, folder: string): string | undefined {
  return foldersUpwards(folder)
    .map((above) => join(above, 'node_modules', name))
    .find((home) => isFile(join(home, 'package.json')))
}

/** The file that is loaded by importing a package or one of its subpaths. */
function entryOf(home: string, part: string): string | undefined {
  const { exports, main, module } = readPackage(home)
  const exported = target(exports, part === '' ? '.' : `./${part}`)
  if (exported !== undefined) return fileFor(join(home, exported))
  if (part !== '') return fileFor(join(home, part))
  const named = [main, module].find((name) => typeof name === 'string')
  return (named === undefined ? undefined : fileFor(join(home, named))) ?? fileFor(home)
}

const CONDITIONS = ['import', 'node', 'default', 'require', 'module']

/** The target of a subpath in `exports`. Patterns with a star are not supported. */
function target(exports: unknown, subpath: string, depth = 0): string | undefined {
  if (depth > 8) return undefined
  if (typeof exports === 'string') return subpath === '.' && exports.startsWith('./') ? exports : undefined
  if (Array.isArray(exports)) return target(exports[0], subpath, depth + 1)
  if (typeof exports !== 'object' || exports === null) return undefined
  const choices = exports as Record<string, unknown>
  if (Object.hasOwn(choices, subpath)) return target(choices[subpath], '.', depth + 1)
  if (subpath !== '.') return undefined
  for (const condition of CONDITIONS) {
    const chosen = Object.hasOwn(choices, condition) ? target(choices[condition], '.', depth + 1) : undefined
    if (chosen !== undefined) return chosen
  }
  return undefined
}

const ENDINGS = ['', '.js', '.cjs', '.mjs', '.json', '/index.js', '/index.cjs', '/index.mjs']

function fileFor(path: string): string | undefined {
  return ENDINGS.map((ending) => path + ending).find(isFile)
}

function readPackage(folder: string): Record<string, unknown> {
  const path = join(folder, 'package.json')
  try {
    if (statSync(path).size > LARGEST_PACKAGE_FILE) return {}
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function foldersUpwards(folder: string): string[] {
  const above = [folder]
  while (above.at(-1) !== dirname(above.at(-1)!)) above.push(dirname(above.at(-1)!))
  return above
}
