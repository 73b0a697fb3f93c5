import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { isObject, type AtipTool } from '@atip/protocol'
import { fileNameOf } from '../catalog/file-name.js'
import type { CatalogProgram } from '../types.js'
import { accept } from './accept.js'
import { readIfThere } from './files.js'

/** Finds the description that was installed with a program, which then need not be run. */
export type ShippedFinder = (program: CatalogProgram) => AtipTool | undefined

/**
 * Looks for the field `atip` of the package whose `bin` names the program, for `NAME.atip.json` next to the program,
 * and in `share/agent-tools` next to its `bin` (RFC 0.1, 5.1). Folders are listed once.
 */
export function openShipped(): ShippedFinder {
  const folders = new Map<string, ReadonlySet<string>>()
  const isThere = (path: string) => {
    const folder = dirname(path)
    let names = folders.get(folder)
    if (names === undefined) folders.set(folder, (names = namesIn(folder)))
    return names.has(basename(path))
  }
  return (program) => {
    const own = packageOf(program)
    const named = own?.description === undefined ? [] : [own.description]
    for (const file of [...named, ...besides(program).filter(isThere)]) {
      const tool = readAs(file, program)
      if (tool !== undefined && (own === undefined || own.version === tool.version)) return tool
    }
    return undefined
  }
}

function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder))
  } catch {
    return new Set()
  }
}

interface OwnPackage {
  version: unknown
  /** The file that the field `atip` names. */
  description?: string
}

/** The package of a script, if its `bin` maps this name to it. */
function packageOf({ name, file }: CatalogProgram): OwnPackage | undefined {
  // A script also launches packages that it imports; only its own package is above it.
  const manifest = file.launches?.find(
    ({ path }) => basename(path) === 'package.json' && file.path.startsWith(`${dirname(path)}/`),
  )?.path
  if (manifest === undefined) return undefined
  try {
    const found: unknown = JSON.parse(readFileSync(manifest, 'utf8'))
    const { name: packageName, version, bin, atip } = isObject(found) ? found : {}
    const bins = typeof bin === 'string' ? { [basename(String(packageName))]: bin } : isObject(bin) ? bin : {}
    const home = dirname(manifest)
    const target = Object.hasOwn(bins, name) ? bins[name] : undefined
    if (typeof target !== 'string' || realpathSync.native(resolve(home, target)) !== file.path) return undefined
    return { version, ...(typeof atip === 'string' && isInside(home, atip) && { description: resolve(home, atip) }) }
  } catch {
    return undefined
  }
}

function isInside(home: string, path: string): boolean {
  try {
    const way = relative(realpathSync.native(home), realpathSync.native(resolve(home, path)))
    return !way.startsWith('..') && !isAbsolute(way)
  } catch {
    return false
  }
}

function besides({ name, path, file }: CatalogProgram): string[] {
  const folders = [...new Set([dirname(file.path), dirname(path)])]
  const known = fileNameOf(name)
  const sidecars = [`${file.path}.atip.json`, ...folders.map((folder) => join(folder, `${known}.atip.json`))]
  const shares = folders
    .filter((folder) => /^(?:s?bin|libexec)$/.test(basename(folder)))
    .map((folder) => join(dirname(folder), 'share/agent-tools'))
  return [...sidecars, ...shares.flatMap((folder) => [`${folder}/${known}.json`, `${folder}/tools/${known}.json`])]
}

function readAs(path: string, { name, file }: CatalogProgram): AtipTool | undefined {
  if (!isTrusted(path, file.path)) return undefined
  const read = readIfThere(path)
  if (read === undefined || 'reason' in read) return undefined
  const accepted = accept(read.bytes, name, { realName: basename(file.path), hash: file.hash })
  return accepted.ok ? accepted.tool : undefined
}

/** Whether only root, the user or the program's owner can write it. */
function isTrusted(path: string, program: string): boolean {
  const [own, other] = [statSync(path, { throwIfNoEntry: false }), statSync(program, { throwIfNoEntry: false })]
  const owners = [0, process.getuid?.(), other?.uid]
  return own !== undefined && owners.includes(own.uid) && (own.mode & 0o002) === 0
}
