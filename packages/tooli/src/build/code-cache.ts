import type { Script } from 'node:vm'
import { fs } from '../files/file-system.js'

/** The start of a file of parts. Node can load the file as it is; the rest is an expression for a `vm.Script`. */
export const FILE_BEGINNING = 'module.exports = '

/** The start of a file with imports whose targets are known only at run time, which a `vm.Script` cannot load. */
export const NEEDS_NODE = '/* node */ '

/** Each file ends with this many characters of its digest, because V8 compares only the lengths of sources. */
export const DIGEST_LENGTH = 16

/** V8 compiles a function when it is first called, so several runs add what they called to the code cache. */
const LEARNING_RUNS = 5

export interface CodeCacheOptions {
  /** The folder of the program's files. The cache is in a folder below it. */
  folder: string
  nodeRequire: NodeJS.Require
  /** Whether this run may write to the cache. */
  isLearning: boolean
}

/**
 * Loads files with a V8 code cache, because compiling is most of the cost of a start. The cache is next to the program:
 * anyone who can write there can change the program anyway. Node 22 and later have their own cache.
 */
export function openCodeCache(options: CodeCacheOptions): (name: string) => unknown {
  const { folder, nodeRequire, isLearning } = options
  const { enableCompileCache } = process.getBuiltinModule('node:module') as {
    enableCompileCache?: (to: string) => void
  }
  if (enableCompileCache === undefined) return openOwnCache(options)
  if (isLearning) enableCompileCache(`${folder}/code`)
  return (name) => nodeRequire(`${folder}/${name}`)
}

interface CachedScript {
  script: Script
  cacheFile: string
  /** How many runs have added to the cache; none if V8 rejected it. */
  runs: number
}

function openOwnCache({ folder, nodeRequire, isLearning }: CodeCacheOptions): (name: string) => unknown {
  const { Script } = process.getBuiltinModule('node:vm')
  const cacheFolder = `${folder}/code/${process.version}-${process.platform}-${process.arch}`
  const learnt: CachedScript[] = []

  return (name) => {
    const filename = `${folder}/${name}`
    const text = fs().readFileSync(filename, 'utf8')
    if (text.startsWith(NEEDS_NODE)) return nodeRequire(filename)
    const source = text.slice(FILE_BEGINNING.length)
    const cacheFile = `${cacheFolder}/${name}-${source.slice(-DIGEST_LENGTH)}`
    const cached = readIfThere(cacheFile)
    const script = new Script(source, { filename, cachedData: cached?.subarray(0, -1) })
    const runs = script.cachedDataRejected === false ? cached!.at(-1)! : 0
    if (isLearning && runs < LEARNING_RUNS && learnt.push({ script, cacheFile, runs }) === 1) {
      process.once('exit', () => writeCache(cacheFolder, learnt))
    }
    return script.runInThisContext()
  }
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return fs().readFileSync(file)
  } catch {
    return undefined
  }
}

/** V8 rejects a cache that was made with other flags, so such runs write none. */
function writeCache(folder: string, scripts: readonly CachedScript[]): void {
  if (process.execArgv.length > 0 || process.env.NODE_OPTIONS) return
  try {
    fs().mkdirSync(folder, { recursive: true })
    for (const script of scripts) writeScript(script, `${folder}/unfinished-${process.pid}`)
  } catch {
    // Without a cache, the next start only takes longer.
  }
}

/** The last byte counts the runs. V8 does not verify the contents, so they are fsynced before the rename. */
function writeScript({ script, cacheFile, runs }: CachedScript, draft: string): void {
  try {
    fs().writeFileSync(draft, Buffer.concat([script.createCachedData(), Buffer.of(runs + 1)]), { flush: true })
    fs().renameSync(draft, cacheFile)
  } finally {
    fs().rmSync(draft, { force: true })
  }
}
