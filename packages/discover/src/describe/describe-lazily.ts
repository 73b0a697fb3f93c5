import type { Sandbox } from '@atip/sandbox'
import type { CatalogProgram } from '../types.js'
import {
  askHelp,
  describeOnce,
  digestOf,
  type DescribeOutcome,
  type OnceOptions,
  type StaticPlaces,
} from '@atip/describe'
import { keep, readKept } from './kept.js'

export interface LazyOptions extends StaticPlaces {
  /** Opens the sandbox; called only if a program must be run. Without it, only files are read. */
  sandbox?: () => Promise<Sandbox | undefined>
  /** The folder of the cache. */
  cache: string
  signal?: AbortSignal
}

export interface CommandDescription extends DescribeOutcome {
  /** Nothing was read or run for this result. */
  isFromCache: boolean
}

/**
 * Describes a tool (`[]`) or one of its commands (`['remote', 'add']`) from its help and manual pages. The program is
 * run in the sandbox for its help, because the user named it. The result is cached.
 */
export async function describeCommand(
  program: CatalogProgram,
  path: readonly string[],
  options: LazyOptions,
): Promise<CommandDescription> {
  const wrong = whyNoCommand(path)
  if (wrong !== undefined) return { notes: [wrong], isHelpMissing: false, isFromCache: false }
  options.signal?.throwIfAborted()
  const kept = readKept(options.cache, program, path)
  if (kept !== undefined && !kept.isHelpMissing) return { ...kept, isFromCache: true }
  // The cached result was made without a working sandbox; there may be one now.
  if (kept !== undefined && (await options.sandbox?.()) === undefined) return { ...kept, isFromCache: true }
  const once: OnceOptions = { ...options, helpAbove: () => helpDigestOf(program, path.slice(0, -1), options) }
  const outcome = await describeOnce({ name: program.name, path, program }, once)
  const unkept = whyNotKept(() => keep(options.cache, program, path, outcome))
  return { ...outcome, notes: [...outcome.notes, ...unkept], isFromCache: false }
}

/**
 * A program often ignores a word that it does not know, so its answer is compared with the help of the command above.
 * That command is described first; if its manual page was enough, it is run for its help now.
 */
async function helpDigestOf(
  program: CatalogProgram,
  path: readonly string[],
  options: LazyOptions,
): Promise<string | undefined> {
  const { helpDigest } = await describeCommand(program, path, options)
  if (helpDigest !== undefined) return helpDigest
  const sandbox = await options.sandbox?.()
  const help =
    sandbox &&
    (await askHelp(sandbox, program.path, path, options.signal === undefined ? {} : { signal: options.signal }))
  return help?.ok ? digestOf(help.text) : undefined
}

/** Longer paths cannot be commands. */
const LONGEST_PATH = 8

/** Rejects words that a program would take for options, or that are no command names. */
function whyNoCommand(path: readonly string[]): string | undefined {
  if (path.length > LONGEST_PATH) return `${path.length} words are no path to a command: at most ${LONGEST_PATH} are`
  const wrong = path.find((word) => !/^[^-\s\p{C}][^\s\p{C}]{0,99}$/u.test(word))
  return wrong === undefined ? undefined : `${JSON.stringify(wrong)} is not a valid command name`
}

function whyNotKept(write: () => void): string[] {
  try {
    write()
    return []
  } catch (error) {
    return [`what was found out could not be kept: ${error instanceof Error ? error.message : String(error)}`]
  }
}
