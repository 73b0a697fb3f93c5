import type { AtipTool } from '@atip/protocol'
import type { Sandbox } from '@atip/sandbox'
import { CatalogError } from '../catalog/error.js'
import type { CatalogProgram } from '../types.js'
import { askAgent, type Failing, type AskOptions } from './ask.js'
import { hasChanged } from './files.js'
import { hasSubtree, isAbsent, withSubtree } from './partial.js'
import { plain, quoted } from './plain.js'
import { findDescription, keepDescription, type StorePlaces } from './store.js'

export interface CompleteOptions extends Pick<AskOptions, 'signal' | 'limits'> {
  store: StorePlaces
  /** The requested command, with everything below it: `['pr', 'create']`. */
  path: readonly string[]
}

export type Completion =
  /** `asked` is false if it was stored already; `unkept` says why it must be asked again next time. */
  | { ok: true; tool: AtipTool; asked: boolean; unkept?: string }
  /** `reason` is a sentence about the program, without its name. */
  | { ok: false; outcome: 'unknown-tool' | 'unknown-command' | 'changed' | Failing; reason: string }

/** Asks a partially described tool for one of its subtrees, and stores it with the rest (RFC 3.1.1). */
export async function completeSubtree(
  sandbox: Sandbox,
  program: CatalogProgram,
  { store, path, signal, limits }: CompleteOptions,
): Promise<Completion> {
  const before = findDescription(store, program).found
  if (before === undefined) return { ok: false, outcome: 'unknown-tool', reason: 'it has not described itself' }
  const unknown = {
    ok: false,
    outcome: 'unknown-command',
    reason: `it has no command ${quoted(path.join(' '))}`,
  } as const
  if (path.length === 0 || !path.every(isAskable)) return unknown
  if (!before.isAnswer || hasSubtree(before.tool, path)) return { ok: true, tool: before.tool, asked: false }
  if (isAbsent(before.tool, path)) return unknown
  const question = { commands: [path.join('/')], ...(signal && { signal }), ...(limits && { limits }) }
  const answer = await askAgent(sandbox, program, question)
  if (!answer.ok) return answer
  if (hasChanged(program)) return { ok: false, outcome: 'changed', reason: 'it is no longer what was described' }
  // Read again: another subtree may have been added in the meantime.
  const known = findDescription(store, program).found?.tool ?? before.tool
  const tool = withSubtree(known, path, answer.tool)
  if (tool === undefined) return unknown
  try {
    keepDescription(store, program, tool)
    return { ok: true, tool, asked: true }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { ok: true, tool, asked: true, unkept: plain(error.message, 300) }
  }
}

/** `--commands` takes a comma list of paths with slashes. */
function isAskable(name: string): boolean {
  return /^[^-,/\s\p{Cc}][^,/\s\p{Cc}]*$/u.test(name)
}
