import { basename } from 'node:path'
import { NO_EFFECTS, type Effects } from '@atip/protocol/calls'
import type { HeldSecret, SecretSearch, UnnamedContext } from '../disk/index.js'
import type { CallFacts } from '../facts/facts.js'
import { printsNames, restrictionsIn } from '../facts/found-files.js'
import { looksForSomething, mayFind, patternsIn } from '../facts/searches.js'
import { isCodeName, kindOfPath, patternsOf, pathFrom, repositoryFolders, tellsFigures } from '../places/index.js'
import { comesFrom, isPattern, isUnknown, knownText, literal, type Word } from '../shell/word.js'
import type { LineFinding } from './finding.js'
import { disk, type LineWalk } from './line-walk.js'

const READS: Effects = { ...NO_EFFECTS, filesystem: { read: true, write: false, delete: false } }

type ShownCall = LineFinding & { facts: CallFacts }

/**
 * Names alone do not tell which files hold secrets, so what a line would show is looked at. It can change until the line runs,
 * which is why this only adds questions.
 */
export function sayHeld(walk: LineWalk): void {
  if (walk.options.looksAtDisk !== true) return
  const allowed = walk.findings.filter(({ decision }) => decision === 'allow')
  const calls = allowed.filter((one): one is ShownCall => one.facts !== undefined && one.about !== 'variable')
  const shown = calls.filter(showsContent)
  if (calls.length === 0 && walk.opened.length === 0) return
  const { home } = walk.options
  const search = (walk.secrets ??= new (disk().SecretSearch)(isCodeName, (name) => isOfOthers(name, home)))
  const listings = calls.filter(({ facts }) => printsNames(facts))
  const found = new Map<string, { held: HeldSecret; call: LineFinding | undefined }>()
  const add = (held: HeldSecret, call: LineFinding | undefined) => {
    if (!found.has(held.path)) found.set(held.path, { held, call })
  }
  for (const { path, folders } of walk.opened) {
    for (const place of placesOf(path, folders, home)) for (const held of search.in(place)) add(held, undefined)
  }
  for (const call of calls) {
    for (const path of disk().filesShown(contextOf(call, home))) for (const held of search.in(path)) add(held, call)
  }
  for (const call of shown) {
    for (const held of heldFor(call, search, home)) add(held, call)
    if (takesNames(call))
      for (const listing of listings) for (const held of below(listing, search, home)) add(held, call)
  }
  for (const { held, call } of found.values()) sayOne(walk, held, call)
}

function sayOne(walk: LineWalk, { path, line }: HeldSecret, call: LineFinding | undefined): void {
  const paths = [{ path: literal(path), access: ['read' as const] }]
  const reason = `shows ${path}, which holds what looks like a secret in line ${line}`
  addFor(walk, call, () => walk.say('ask', 'reads-secret', reason, 'read', undefined, { effects: READS, paths }))
}

/** Files of the project that a call obeys, and that may name programs, options or addresses. */
export function sayObeyed(walk: LineWalk): void {
  if (walk.options.looksAtDisk !== true) return
  for (const call of [...walk.findings]) {
    if (call.decision !== 'allow' || call.facts === undefined || call.about !== 'call') continue
    const path = disk().fileObeyed(walk.files()!, contextOf(call as ShownCall, walk.options.home))
    if (path === undefined) continue
    const paths = [{ path: literal(path), access: ['read' as const] }]
    const reason = `follows ${path}, which may name something to run or to fetch`
    addFor(walk, call, () => walk.say('ask', 'unknown-effects', reason, 'settings', undefined, { effects: {}, paths }))
  }
}

function contextOf({ facts, ...call }: ShownCall, home: string): UnnamedContext {
  const folders = foldersOf({ facts, ...call })
  const named = facts.words.slice(1).flatMap((word) => wholeOf(word, folders, home))
  const program = basename(knownText(facts.words[0]!))
  return { call: [program, ...facts.call.path.filter((name) => name !== '')], folders: [...folders, ...named], home }
}

/** Adds a finding that has the words and the place of another. */
function addFor(walk: LineWalk, call: LineFinding | undefined, say: () => void): void {
  say()
  if (call === undefined) return
  const { argv, words, span, within, cwd, others = [] } = call
  Object.assign(walk.findings.at(-1)!, { argv, words, span, within, cwd, others })
}

/** What dependencies and version control keep is not written by people of the project. */
function isOfOthers(name: string, home: string): boolean {
  return repositoryFolders().includes(name) || kindOfPath(`/project/${name}/x`, home) === 'regenerable'
}

/** It may print what is in files: not only numbers, names, or its help. */
function showsContent({ facts }: LineFinding): boolean {
  if (facts === undefined || facts.asksForHelp || facts.effects.filesystem?.read === false) return false
  if (facts.found.prints === 'number' || printsNames(facts)) return false
  return !tellsFigures(basename(knownText(facts.words[0]!)))
}

/** Names of files come to it from another command. */
function takesNames({ facts, words }: ShownCall): boolean {
  const isNamed = (word: Word) => comesFrom(word, 'names') || comesFrom(word, 'program')
  return facts.found.stdin?.kind === 'names' || words.some(isNamed) || facts.found.runs.length > 0
}

/** In files and folders that a call names; where it searches, in lines that it may find. */
function* heldFor(call: ShownCall, search: SecretSearch, home: string): Generator<HeldSecret> {
  const { facts } = call
  const isFound = looksForSomething(facts)
    ? ({ text }: HeldSecret) => patternsIn(facts).some((pattern) => mayFind(knownText(pattern), text))
    : () => true
  const isToldAbout = new Set(
    facts.paths
      .filter(({ access }) => access?.every((one) => one === 'stat') === true)
      .map(({ path }) => knownText(path)),
  )
  let namesFiles = false
  for (const word of facts.words.slice(1)) {
    for (const place of placesOf(word, foldersOf(call), home)) {
      if (isToldAbout.has(knownText(word))) continue
      const held = search.in(place)
      namesFiles ||= held.length > 0 || search.isThere(place)
      yield* held.filter(isFound)
    }
  }
  for (const held of below(call, search, home, namesFiles)) if (isFound(held)) yield held
}

/** Below the folders that a call names, or below the one in which it works if it reads folders as a whole. */
function* below(call: ShownCall, search: SecretSearch, home: string, namesFiles = false): Generator<HeldSecret> {
  const { facts } = call
  const folders = foldersOf(call)
  const patterns = new Set(patternsIn(facts).map(knownText))
  // A separator is no folder: `cut -d /`.
  const named = facts.words.slice(1).filter((word) => !patterns.has(knownText(word)) && knownText(word) !== '/')
  const roots = named.flatMap((word) => wholeOf(word, folders, home)).filter((place) => search.isFolder(place))
  const isWhole = facts.found.hidden !== undefined || printsNames(facts)
  const all = roots.length > 0 ? roots : namesFiles || !isWhole ? [] : folders
  const names = restrictionsIn(facts.call).flatMap(patternsOf)
  // What a filter selects is searched also where it is hidden or ignored: `rg -g '*' x`.
  const hidden = facts.found.hidden === true || names.length > 0
  for (const root of new Set(all)) yield* search.below({ root, hidden, names })
}

function foldersOf({ cwd, others = [] }: LineFinding): string[] {
  return [...(cwd === undefined ? [] : [cwd]), ...others]
}

/** Between the parts of a word that may be names of files: `HEAD:FILE`, `@FILE`, `--file=FILE`, `open('FILE')`. */
const BETWEEN = /[\s'"`()[\]{};,=:@<>|&]+/

/** The absolute paths, or patterns, that a word and its parts may mean. */
function placesOf(word: Word, folders: readonly string[], home: string): string[] {
  const text = patternOf(word)
  const pieces = new Set([text, ...text.split(BETWEEN), text.replace(/^-\w/, '')])
  return [...pieces].flatMap((piece) => placed(piece, folders, home))
}

function wholeOf(word: Word, folders: readonly string[], home: string): string[] {
  return placed(patternOf(word), folders, home)
}

/** What is unknown may be any name; at the beginning, it is most likely the folder of the project, or the home. */
function patternOf(word: Word): string {
  const textOfPart = (part: Word[number], index: number) => {
    if (isUnknown(part)) return index === 0 ? ANYWHERE : '*'
    return isPattern(part) ? part.pattern : part
  }
  return word.map(textOfPart).join('')
}

const ANYWHERE = '\0'
const LONGEST_NAME = 4096

function placed(text: string, folders: readonly string[], home: string): string[] {
  const isAnywhere = text.includes(ANYWHERE)
  const known = isAnywhere ? text.slice(text.lastIndexOf(ANYWHERE) + 1).replace(/^\//, '') : text
  if (known === '' || known.length > LONGEST_NAME) return []
  const path = known.startsWith('~/') ? home + known.slice(1) : known
  return (isAnywhere ? [...folders, home] : folders).map((folder) => pathFrom(folder, path))
}
