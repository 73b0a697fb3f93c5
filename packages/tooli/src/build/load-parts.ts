import { openCodeCache, type CodeCacheOptions } from './code-cache.js'

type Exports = Record<string, unknown>

interface Part {
  exports: Exports
}

type RunPart = (
  exports: Exports,
  defineExports: (exports: Exports, all: Record<string, () => unknown>) => void,
  require: (id: string) => unknown,
  importPart: (id: string) => Promise<Exports>,
  module: Part,
  meta: object,
  filename: string,
  dirname: string,
) => void

/** The parameters of a part's function, in the order of `RunPart`: those that most parts use come first. */
export const PART_PARAMETERS = [
  'exports',
  '__export',
  'require',
  '__importPart',
  'module',
  '__meta',
  '__filename',
  '__dirname',
]

/**
 * The parts of a built program, each loaded when it is first imported. A part is a function with the parameters of a
 * CommonJS module. A file holds the part that it is named after, and perhaps others.
 */
export function openParts(options: CodeCacheOptions): (name: string) => Exports {
  const { folder, nodeRequire } = options
  const loadFile = openCodeCache(options)
  const functions = new Map<string, RunPart>()
  const parts = new Map<string, Part>()

  function load(name: string): Exports {
    const known = parts.get(name)
    if (known !== undefined) return known.exports
    const run = functions.get(name) ?? open(name)
    const part: Part = { exports: {} }
    parts.set(name, part)
    const filename = `${folder}/${name}`
    try {
      const meta = metaOf(filename, folder, nodeRequire)
      run(part.exports, defineExports, require, importPart, part, meta, filename, folder)
    } catch (error) {
      parts.delete(name)
      throw error
    }
    return part.exports
  }

  function open(name: string): RunPart {
    const found = loadFile(name) as Record<string, RunPart>
    for (const [other, run] of Object.entries(found)) functions.set(other, run)
    return found[name]!
  }

  const require = (id: string) => (id.startsWith('./') ? load(id.slice(2)) : nodeRequire(id))
  const importPart = async (id: string) => load(id.slice(2))
  return load
}

function defineExports(exports: Exports, all: Record<string, () => unknown>): void {
  for (const [name, get] of Object.entries(all)) Object.defineProperty(exports, name, { get, enumerable: true })
}

/** The `import.meta` of a part. */
function metaOf(filename: string, dirname: string, nodeRequire: NodeJS.Require): object {
  const urlOf = (path: string) => process.getBuiltinModule('node:url').pathToFileURL(path).href
  return {
    filename,
    dirname,
    get url() {
      return urlOf(filename)
    },
    resolve(id: string) {
      const found = nodeRequire.resolve(id)
      return found.startsWith('/') || found.includes('\\') ? urlOf(found) : found
    },
  }
}
