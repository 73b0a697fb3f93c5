import { openCodeCache, type CodeCacheOptions } from './code-cache.js'

type Exports = Record<string, unknown>

interface Part {
  exports: Exports
}

type RunPart = (
  exports: Exports,
  require: (id: string) => unknown,
  module: Part,
  filename: string,
  dirname: string,
  meta: object,
  importPart: (id: string) => Promise<Exports>,
) => void

/** The parameters of a part's function, in the order of `RunPart`. */
export const PART_PARAMETERS = 'exports, require, module, __filename, __dirname, __meta, __importPart'

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
      run(part.exports, require, part, filename, folder, metaOf(filename, folder, nodeRequire), importPart)
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

/** What `import.meta` is to a part. */
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
