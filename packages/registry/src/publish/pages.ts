import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PageBuild } from '../page/page-build.js'
import { allCatalogs, type CatalogWriter } from './catalog.js'
import { readLines } from './read-lines.js'
import { BUILD_FOLDER } from './state.js'
import type { TargetFolder } from './target.js'

/** Small, because hundreds of files are read at once. */
const CHUNK = 1 << 16
const OWN = /^\/(?:\.|shims\/|signatures\/|catalog\/|packs\/|filter\/|log\/|polic|patterns\/)/

export function pageBuild(
  registry: PageBuild['registry'],
  target: TargetFolder,
  root: string,
  catalog: CatalogWriter,
  isWhole: boolean,
): PageBuild {
  const own = (path: string) => {
    if (path.startsWith('/') && !OWN.test(path) && !path.split('/').includes('..')) return path
    throw new Error(`${JSON.stringify(path)} is not a path for a page: the registry has files of its own there`)
  }
  return {
    registry,
    isWhole,
    tools: () => allCatalogs(target, root),
    changed: () => catalog.changed(),
    shim: (hash) => target.read(`/shims/sha256/${hash.slice('sha256:'.length)}.json`),
    read: (path) => target.readIfThere(own(path)),
    list: (folder) => filesBelow(root, own(folder)),
    write: (path, data) => target.write(own(path), data),
    remove: (path) => target.remove(own(path)),
    readState: (name) => target.readIfThere(`/${BUILD_FOLDER}/pages/${name}`)?.toString(),
    stateLines(name) {
      const file = join(root, BUILD_FOLDER, 'pages', name)
      return existsSync(file) ? readLines(file, CHUNK) : []
    },
    // Written through the target, so that the first change marks the build as unfinished.
    writeState: (name, text) => target.write(`/${BUILD_FOLDER}/pages/${name}`, text),
  }
}

function* filesBelow(root: string, folder: string): Generator<string> {
  if (!existsSync(join(root, folder))) return
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(root, path)
    else yield path
  }
}
