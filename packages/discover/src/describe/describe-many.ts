import type { CatalogProgram, Skipped } from '../types.js'
import { describeCommand, type LazyOptions } from './describe-lazily.js'
import { createPageFinder, walkCommands } from '@atip/describe'

export interface ManyOptions extends LazyOptions {
  /** How many levels of commands are described; 0 for the tools alone. */
  depth: number
  /** Tools described in parallel. */
  concurrency?: number
  onProgress?: (done: number, total: number, name: string) => void
}

export interface ManyDescribed {
  /** Tools that have a description now. */
  described: string[]
  /** Tools without any text about them. */
  silent: string[]
  /** Tools that could not be described, and why. */
  failed: Skipped[]
  /** How many results did not come from the cache. */
  asked: number
  /** How many of these lack the program's help, because no sandbox worked. */
  withoutHelp: number
}

/** One per core, and one that waits for its program. */
const USUAL_CONCURRENCY = 3

/**
 * Describes many tools and their commands. A tool that fails is reported and does not stop the others. Results are
 * cached, so that an interrupted call can be continued. Ends early only by `signal`.
 */
export async function describeAll(programs: readonly CatalogProgram[], options: ManyOptions): Promise<ManyDescribed> {
  const { concurrency = USUAL_CONCURRENCY, onProgress, signal } = options
  const result: ManyDescribed = { described: [], silent: [], failed: [], asked: 0, withoutHelp: 0 }
  const shared: ManyOptions = { finder: createPageFinder(), ...options }
  const queue = programs.values()
  let done = 0
  const worker = async () => {
    for (const program of queue) {
      if (signal?.aborted) return
      await describeInto(result, program, shared)
      onProgress?.(++done, programs.length, program.name)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(concurrency, programs.length)) }, worker))
  signal?.throwIfAborted()
  return result
}

async function describeInto(result: ManyDescribed, program: CatalogProgram, options: ManyOptions): Promise<void> {
  const describe = async (path: readonly string[]) => {
    const { description, isFromCache, isHelpMissing } = await describeCommand(program, path, options)
    if (!isFromCache) result.asked++
    if (!isFromCache && isHelpMissing) result.withoutHelp++
    return description
  }
  try {
    const root = await describe([])
    if (root === undefined) result.silent.push(program.name)
    else {
      await walkCommands(root, describe, { depth: options.depth })
      result.described.push(program.name)
    }
  } catch (error) {
    if (options.signal?.aborted) return
    const reason = error instanceof Error ? error.message : String(error)
    result.failed.push({ path: program.path, reason })
  }
}
