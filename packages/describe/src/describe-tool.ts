import { realpathSync } from 'node:fs'
import { basename } from 'node:path'
import type { AtipTool } from '@atip/protocol'
import type { Inference } from '@atip/generate'
import type { Sandbox } from '@atip/sandbox'
import { describeOnce, type OnceOptions } from './describe-once.js'
import { createPageFinder } from './manual/find-page.js'
import type { DescribedCommand } from './source/subject.js'
import { walkCommands } from './walk-commands.js'

export interface DescribeOptions {
  sandbox: Sandbox
  /** How many levels of subcommands are asked; 0 for only the tool. */
  depth: number
  /** Start with this command instead of the tool. */
  path?: readonly string[]
  signal?: AbortSignal
  onProgress?: (done: number, total: number, text: string) => void
}

export interface ToolDescription {
  metadata: AtipTool
  inferences: Inference[]
  notes: string[]
  /** Number of commands that were asked. */
  asked: number
}

/**
 * Describes a program from existing texts and from the help of its commands, run in the sandbox. Undefined if nothing
 * was found. The result is not cached.
 */
export async function describeTool(program: string, options: DescribeOptions): Promise<ToolDescription | undefined> {
  const { path: start = [], depth, sandbox, signal, onProgress } = options
  const name = basename(program)
  const about = (path: readonly string[]): DescribedCommand => ({
    name,
    path,
    program: { path: program, file: { path: realpathSync(program) } },
  })
  const once: OnceOptions = {
    sandbox: () => Promise.resolve(sandbox),
    finder: createPageFinder(),
    ...(signal && { signal }),
  }
  const { description: root, helpDigest } = await describeOnce(about(start), once)
  if (root === undefined) return undefined
  if (start.length > 0) return { ...root, asked: 1 }
  const above = new Map([['', helpDigest]])
  const describe = async (path: string[]) => {
    const helpAbove = () => Promise.resolve(above.get(path.slice(0, -1).join(' ')))
    const outcome = await describeOnce(about(path), { ...once, helpAbove })
    above.set(path.join(' '), outcome.helpDigest)
    return outcome.description
  }
  return await walkCommands(root, describe, {
    depth,
    ...(onProgress && {
      onProgress: (done, total, path) => onProgress(done, total, [name, ...path].join(' ')),
    }),
  })
}
