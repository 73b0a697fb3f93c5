import type { Script } from 'node:vm'
import { fs } from '../files/file-system.js'

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

/** What the function of a part takes, in the order of `RunPart`. */
export const PART_PARAMETERS = 'exports, require, module, __filename, __dirname, __meta, __importPart'

/** A file has one part or several, by their names; the first has the name of the file. */
type PartsOfFile = Record<string, RunPart>

/**
 * How a file begins that Node itself must compile: only there can it import modules whose names are not known before it
 * runs.
 */
export const FOR_NODE = 'module.exports = '

/** Each file ends with this many characters of its digest: V8 only compares how long sources are. */
export const DIGEST_LENGTH = 16

/** What V8 made of a file. */
interface Code {
  script: Script
  /** Where it is kept. */
  file: string
  /** How many runs have added to what is kept; none, if V8 refused it. */
  runs: number
}

/**
 * So many runs add to the code that is kept: V8 compiles a function when it is first called, and no run calls all that
 * the next ones will.
 */
const LEARNING_RUNS = 5

/** The parts of a built program, each loaded when it is first asked for. */
export interface Parts {
  load(name: string): Exports
}

export interface PartsOptions {
  /** Whether what V8 made of the files is kept for the next start, when the process ends. */
  isLearning: boolean
}

/**
 * Does what Node does for modules, but with the code that V8 made of a file before, where that is kept: compiling is most
 * of what a start costs. Code of another Node is not found, and what V8 refuses is compiled.
 */
export function openParts(folder: string, nodeRequire: NodeJS.Require, { isLearning }: PartsOptions): Parts {
  const { Script } = process.getBuiltinModule('node:vm')
  const codeFolder = `${folder}/code/${process.version}-${process.platform}-${process.arch}`
  const functions = new Map<string, RunPart>()
  const parts = new Map<string, Part>()
  const codes: Code[] = []
  let room: Uint8Array | undefined

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

  /** Gives the part that the file is named after. */
  function open(name: string): RunPart {
    const found = read(`${folder}/${name}`, name)
    for (const [other, run] of Object.entries(found)) functions.set(other, run)
    return found[name]!
  }

  function read(filename: string, name: string): PartsOfFile {
    const source = fs().readFileSync(filename, 'utf8')
    if (source.startsWith(FOR_NODE)) return nodeRequire(filename) as PartsOfFile
    const file = `${codeFolder}/${name}-${source.slice(-DIGEST_LENGTH)}`
    const kept = readIfThere(file, (room ??= new Uint8Array(ROOM)))
    const script = new Script(source, { filename, cachedData: kept?.subarray(0, -1) })
    const runs = script.cachedDataRejected === false ? kept!.at(-1)! : 0
    if (isLearning && runs < LEARNING_RUNS) learn({ script, file, runs })
    return script.runInThisContext() as PartsOfFile
  }

  function learn(code: Code): void {
    if (codes.push(code) === 1) process.once('exit', () => writeCodes(codeFolder, codes))
  }

  const require = (id: string) => (id.startsWith('./') ? load(id.slice(2)) : nodeRequire(id))
  const importPart = async (id: string) => load(id.slice(2))
  return { load }
}

/** More than most code takes; what is not written to takes no memory. */
const ROOM = 2 ** 20

/** With few functions of Node, all of which it compiles when they are first called. */
function readIfThere(file: string, room: Uint8Array): Uint8Array | undefined {
  try {
    const descriptor = fs().openSync(file, 'r')
    const size = fs().readSync(descriptor, room, 0, ROOM, null)
    fs().closeSync(descriptor)
    return size < ROOM ? room.subarray(0, size) : fs().readFileSync(file)
  } catch {
    return undefined
  }
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

/**
 * Beside the program, as Python does it: only those can write there who could change the program itself. Code that was
 * made with other flags would be of no use to anybody. The last byte counts the runs.
 */
function writeCodes(folder: string, codes: readonly Code[]): void {
  if (process.execArgv.length > 0 || process.env.NODE_OPTIONS) return
  try {
    fs().mkdirSync(folder, { recursive: true })
    for (const code of codes) writeCode(code, `${folder}/unfinished-${process.pid}`)
  } catch {
    // Then the next start compiles, too. What was asked for has been done.
  }
}

function writeCode({ script, file, runs }: Code, unfinished: string): void {
  try {
    const bytes = Buffer.concat([script.createCachedData(), Buffer.of(runs + 1)])
    // V8 trusts what it is given, so it must be on the disk before it has its name.
    fs().writeFileSync(unfinished, bytes, { flush: true })
    fs().renameSync(unfinished, file)
  } finally {
    fs().rmSync(unfinished, { force: true })
  }
}
