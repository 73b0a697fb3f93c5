import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** No program needs more of them, and each costs a look at the disk. */
const MOST_PACKAGES = 64
const MOST_BYTES = 2 ** 20

/**
 * Packages of Node that a package depends on and that lie elsewhere, as in workspaces and after `npm link`: their real
 * folders, with those that they depend on in turn. What a link leads to counts only if it is the package of that name.
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

/** Where Node would find the package, if that is a link. */
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

function dependenciesOf(folder: string): string[] {
  const description = packageJson(folder)
  const names = KINDS.flatMap((kind) => Object.keys(description[kind] ?? {}))
  return names.filter((name) => NAME.test(name))
}

/** Empty for what is none: a program of any kind may lie beside anything. */
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
