import { printsNames } from '../facts/found-files.js'
import { comesFrom, isPattern, literal, type Word } from '../shell/word.js'
import { addFor, allowedCalls, shortened } from './allowed-calls.js'
import { rootsOf } from './held-secrets.js'
import { disk, type LineWalk } from './line-walk.js'
import { foldersOf, patternOf, placed } from './named-places.js'

/** Names of branches and tags that a line takes from a repository, and that a program may read as options. */
export function sayOddRefs(walk: LineWalk): void {
  const { home } = walk.options
  const calls = allowedCalls(walk)
  // A program that reads no files, such as `echo`, has no options that matter.
  const isTaken = calls.some(
    ({ words, facts }) => facts.effects.filesystem?.read !== false && words.some((word) => comesFrom(word, 'program')),
  )
  if (!isTaken) return
  for (const call of calls) {
    const { repository, prints } = call.facts.found
    if (repository !== true || (prints !== 'name' && prints !== 'revision')) continue
    const name = foldersOf(call)
      .map((folder) => disk().oddRefAt(folder, home))
      .find((one) => one !== undefined)
    if (name === undefined) continue
    const reason = `takes a name from a repository that has one called ${JSON.stringify(name)}, which may be read as an option`
    addFor(walk, call, () => walk.say('ask', 'unusual-shell', reason, 'read', undefined, { effects: {} }))
    return
  }
}

/** Names of files that a line takes from the disk, and that are not ordinary: `-rf`, `a;b`, `notes .env`. */
export function sayOddNames(walk: LineWalk): void {
  const { home } = walk.options
  const calls = allowedCalls(walk)
  const takesNames = ({ words }: { words: readonly Word[] }) => words.some((word) => comesFrom(word, 'names'))
  const listings =
    calls.some(takesNames) || calls.some(({ facts }) => facts.found.runs.some((run) => run.kind !== 'code'))
      ? calls.filter(({ facts }) => printsNames(facts))
      : []
  for (const call of calls) {
    const patterns = call.words.filter((word) => word.some(isPattern))
    const named = patterns.flatMap((word) => placed(patternOf(word), foldersOf(call), home))
    const roots = listings.includes(call) ? [...rootsOf(call, home).roots] : []
    if (named.length + roots.length === 0) continue
    const path = disk().oddNameAt({ patterns: named, roots, folders: foldersOf(call) })
    if (path === undefined) continue
    const paths = [{ path: literal(path), access: ['stat' as const] }]
    const reason = `takes the name ${JSON.stringify(shortened(path, walk))}, which may be read as something else`
    addFor(walk, call, () => walk.say('ask', 'unusual-shell', reason, 'read', undefined, { effects: {}, paths }))
    return
  }
}
