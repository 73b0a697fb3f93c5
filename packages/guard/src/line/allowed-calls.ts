import { basename } from 'node:path'
import type { UnnamedContext } from '../disk/index.js'
import type { CallFacts } from '../facts/facts.js'
import { knownText } from '../shell/word.js'
import type { LineFinding } from './finding.js'
import type { LineWalk } from './line-walk.js'
import { foldersOf, patternOf, placed } from './named-places.js'

export type AllowedCall = LineFinding & { facts: CallFacts }

/** The calls that are allowed so far, or that only modes allow. Empty if the disk must not be read. */
export function allowedCalls({ options, findings }: LineWalk): AllowedCall[] {
  if (options.looksAtDisk !== true) return []
  const isCall = (one: LineFinding): one is AllowedCall => one.facts !== undefined && one.about === 'call'
  return findings.filter(({ decision, rule }) => decision === 'allow' || rule === 'unusual-call').filter(isCall)
}

/** Adds a finding that has the words and the place of another. */
export function addFor(walk: LineWalk, call: LineFinding | undefined, say: () => void): void {
  say()
  if (call === undefined) return
  const { argv, words, span, within, cwd, others = [] } = call
  Object.assign(walk.findings.at(-1)!, { argv, words, span, within, cwd, others })
}

interface Folders {
  cwd?: string | undefined
  home: string
}

/** A path as users write it: relative to the folder in which the line starts, or to the home. */
export function shortened(path: string, { options: { cwd, home } }: { options: Folders }): string {
  if (cwd !== undefined && path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1)
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

export function contextOf(call: AllowedCall, home: string): UnnamedContext {
  const { facts } = call
  const folders = [...foldersOf(call), ...(facts.folder === undefined ? [] : [facts.folder])]
  const named = facts.words.slice(1).flatMap((word) => placed(patternOf(word), folders, home))
  const program = basename(knownText(facts.words[0]!))
  return { call: [program, ...facts.call.path.filter((name) => name !== '')], folders, named, home }
}
