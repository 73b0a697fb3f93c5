import { dirname } from 'node:path'
import { unnamedFilesTable } from '../disk/tables.js'
import { isPattern, literal } from '../shell/word.js'
import { addFor, allowedCalls, contextOf, shortened } from './allowed-calls.js'
import type { LineWalk } from './line-walk.js'
import { foldersOf, patternOf, placed } from './named-places.js'

/** Files that a call is to read, and makes because they are not there: `sqlite3 typo.db .tables`. */
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

/** Where its folder is missing, too, nothing can be made. */
function isMade(walk: LineWalk, path: string): boolean {
  return walk.files()?.has(path) === false && walk.files()?.has(dirname(path)) !== false
}
