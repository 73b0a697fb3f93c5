import { dirname } from 'node:path'
import { isDataModule, unnamedFilesTable } from '../disk/tables.js'
import { isPattern, literal } from '../shell/word.js'
import { addFor, allowedCalls, contextOf, shortened } from './allowed-calls.js'
import type { LineWalk } from './line-walk.js'
import { foldersOf, patternOf, placed } from './named-places.js'

/** Files that a call should read, and creates because they are missing: `sqlite3 typo.db .tables`. */
export function sayMissing(walk: LineWalk): void {
  const { home } = walk.options
  const { made } = unnamedFilesTable()
  for (const call of allowedCalls(walk)) {
    const [program] = contextOf(call, home).call
    if (!Object.hasOwn(made, program!)) continue
    const { uses } = call.facts.call
    if (uses.some((use) => use.kind === 'option' && made[program!]!.includes(use.flag))) continue
    const named = call.facts.paths.filter(
      ({ path, access }) => access?.includes('read') === true && !path.some(isPattern),
    )
    const places = named.flatMap(({ path }) => placed(patternOf(path), foldersOf(call), home))
    const missing = places.find((place) => isMade(walk, place))
    if (missing === undefined) continue
    const paths = [{ path: literal(missing), access: ['write' as const] }]
    const reason = `makes ${shortened(missing, walk)}, which does not exist`
    addFor(walk, call, () => walk.say('ask', 'writes-file', reason, 'write', undefined, { effects: {}, paths }))
  }
}

/** Data that code loads as a module: if the file is missing, an interpreter searches for code of that name. */
export function sayReplaced(walk: LineWalk): void {
  const { home, looksAtDisk } = walk.options
  if (looksAtDisk !== true) return
  for (const finding of walk.findings) {
    const { decision, code } = finding
    const reads = decision === 'allow' ? (code?.reads ?? []) : []
    const loaded = reads.filter((path) => path !== undefined).filter((path) => isDataModule(path))
    const places = loaded.flatMap((path) => placed(path, foldersOf(finding), home))
    const missing = places.find((place) => isNoFile(walk, place))
    if (missing === undefined) continue
    const reason = `loads ${shortened(missing, walk)}, which is no file, so code may be run in its place`
    addFor(walk, finding, () => walk.say('ask', 'unknown-effects', reason, 'read', undefined, { effects: {} }))
  }
}

function isNoFile(walk: LineWalk, path: string): boolean {
  const files = walk.files()
  return files?.has(path) === false || (files?.list(path) ?? []).length > 0
}

/** If its folder is missing, too, nothing can be created. */
function isMade(walk: LineWalk, path: string): boolean {
  return walk.files()?.has(path) === false && walk.files()?.has(dirname(path)) !== false
}
