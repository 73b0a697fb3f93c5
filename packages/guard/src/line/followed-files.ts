import type { UnnamedContext } from '../disk/index.js'
import { isListed, moduleStart, unnamedFilesTable } from '../disk/tables.js'
import { languageOf } from '../facts/calls.js'
import { literal } from '../shell/word.js'
import { addFor, allowedCalls, contextOf, shortened, type AllowedCall } from './allowed-calls.js'
import { disk, type LineWalk } from './line-walk.js'
import { isFilledByLine, shadowOf } from './scripts.js'

/** Project files that a call follows by default, and that may name programs, options or addresses. */
export function sayFollowed(walk: LineWalk): void {
  for (const call of allowedCalls(walk)) {
    const context = contextOf(call, walk.options.home)
    const file = isListed(context.call, unnamedFilesTable().obeyed)
      ? disk().fileObeyed(walk.files()!, context)
      : undefined
    const path = file ?? moduleOfFolder(walk, call) ?? settingsBrought(walk, call, context)
    if (path === undefined) continue
    const paths = [{ path: literal(path), access: ['read' as const] }]
    const reason = `follows ${shortened(path, walk)}, which may name something to run, to fetch or to show`
    addFor(walk, call, () => walk.say('ask', 'unknown-effects', reason, 'settings', undefined, { effects: {}, paths }))
  }
}

/** Files that the line itself put into the folder of a call cannot be read yet. */
function settingsBrought(walk: LineWalk, { cwd }: AllowedCall, { call }: UnnamedContext): string | undefined {
  const isFollowing = isListed(call, unnamedFilesTable().obeyed)
  return isFollowing && isFilledByLine(walk, cwd) ? 'what this line brought there' : undefined
}

/** A module of the folder that runs instead of one of the library: `python3 -m json.tool`. */
function moduleOfFolder(walk: LineWalk, { facts, cwd }: AllowedCall): string | undefined {
  const language = languageOf(facts.tool)
  const { option, unless = [] } = moduleStart(language) ?? {}
  if (option === undefined) return undefined
  const given = facts.call.uses.filter(({ kind }) => kind === 'option')
  if (given.some((use) => 'flag' in use && unless.includes(use.flag))) return undefined
  const modules = given.flatMap((use) => ('flag' in use && use.flag === option ? use.words : []))
  return modules.length === 0 ? undefined : shadowOf(walk, modules, language, cwd)
}
