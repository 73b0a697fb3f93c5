import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { namesIn } from './files.js'

/** More than programs need; each one costs disk access. */
const MOST_PACKAGES = 64
const MOST_BYTES = 2 ** 20

/**
 * The real folders of Node packages that a package depends on, directly or indirectly, and that are linked from
 * elsewhere, as in workspaces and after `npm link`. A link counts only if it leads to the package of that name.
 */
export function linkedPackages(root: string): string[] {
  const queue = [root]
  for (const folder of queue) {
    for (const name of dependenciesOf(folder)) {
      if (queue.length > MOST_PACKAGES) break
      const target = linkTo(name, folder)
      if (target !== undefined && !queue.includes(target)) queue.push(target)
    }
  }
  return queue.slice(1)
}

export function foldersAbove(file: string): string[] {
  const folder = dirname(file)
  return folder === file ? [] : [folder, ...foldersAbove(folder)]
}

/** Where Node would find the package, if that is a link; undefined otherwise. */
function linkTo(name: string, folder: string): string | undefined {
  for (const above of [folder, ...foldersAbove(folder)]) {
    const place = join(above, 'node_modules', name)
    const stats = lstatSync(place, { throwIfNoEntry: false })
    if (stats === undefined) continue
    return stats.isSymbolicLink() ? packageAt(place, name) : undefined
  }
  return undefined
}

function packageAt(link: string, name: string): string | undefined {
  try {
    const target = realpathSync(link)
    return packageJson(target).name === name ? target : undefined
  } catch {
    return undefined
  }
}

const NAME = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/
const KINDS = ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies']

/** The dependencies that a package declares. A script outside any package can load every module next to it. */
function dependenciesOf(folder: string): string[] {
  const description = packageJson(folder)
  if (Object.keys(description).length === 0) return modulesBeside(folder)
  const names = KINDS.flatMap((kind) => Object.keys(description[kind] ?? {}))
  return names.filter((name) => NAME.test(name))
}

function modulesBeside(folder: string): string[] {
  const modules = join(folder, 'node_modules')
  return namesIn(modules).flatMap((name) => {
    if (!name.startsWith('@')) return NAME.test(name) ? [name] : []
    return namesIn(join(modules, name)).map((part) => `${name}/${part}`)
  })
}

/** Empty if there is none, or if it is not valid: any program may lie next to any file. */
function packageJson(folder: string): Record<string, unknown> {
  const file = join(folder, 'package.json')
  try {
    const stats = statSync(file)
    if (!stats.isFile() || stats.size > MOST_BYTES) return {}
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
