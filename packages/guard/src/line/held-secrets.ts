import { basename } from 'node:path'
import { NO_EFFECTS, type Effects, type Printed, type Use, type ValueMeaning } from '@atip/protocol/calls'
import { escapePattern } from '../disk/expand-pattern.js'
import type { HeldSecret, SecretSearch } from '../disk/index.js'
import { isListed, unnamedFilesTable } from '../disk/tables.js'
import { printsNames, restrictionsIn } from '../facts/found-files.js'
import { mayHoldSecrets } from '../facts/path-class.js'
import { finderOf, looksForSomething, meaningsOf, patternsIn } from '../facts/searches.js'
import { isCodeName, kindOfPath, patternsOf, repositoryFolders, tellsFigures } from '../places/index.js'
import { encode, opacityOf } from '../shell/encoded.js'
import { comesFrom, knownText, literal, type Word } from '../shell/word.js'
import { addFor, allowedCalls, contextOf, shortened, type AllowedCall } from './allowed-calls.js'
import type { LineFinding } from './finding.js'
import { disk, type LineWalk } from './line-walk.js'
import { foldersAround, foldersOf, patternOf, placed, placesOf } from './named-places.js'

const READS: Effects = { ...NO_EFFECTS, filesystem: { read: true, write: false, delete: false } }

type IsShown = (text: string) => boolean

/**
 * Names alone do not tell which files hold secrets, so the files that a line would show are read. They can change until
 * the line runs, which is why this only adds questions.
 */
export function sayHeld(walk: LineWalk): void {
  const { home, looksAtDisk } = walk.options
  const calls = allowedCalls(walk)
  if (looksAtDisk !== true || (walk.opened.length === 0 && !calls.some((call) => mayShow(call, home)))) return
  const search = (walk.secrets ??= secretSearch(home))
  const found = new Map<string, { held: HeldSecret; call: LineFinding | undefined }>()
  const add = (all: Iterable<HeldSecret>, call?: LineFinding) => {
    for (const held of all) if (!found.has(held.path)) found.set(held.path, { held, call })
  }
  for (const { path, folders } of walk.opened) for (const place of placesOf(path, folders, home)) add(search.in(place))
  for (const finding of walk.findings) {
    if (finding.decision !== 'allow') continue
    for (const path of finding.code?.reads ?? []) {
      if (path !== undefined) for (const place of placed(path, foldersOf(finding), home)) add(search.in(place), finding)
    }
  }
  const listings = calls.filter(({ facts }) => printsNames(facts))
  for (const call of calls) {
    add(heldUnnamed(call, search, home), call)
    if (!showsContent(call)) {
      add(heldInLists(call, search, home), call)
      continue
    }
    const isShown = shownBy(call)
    add(heldNamed(call, search, home, isShown), call)
    if (!takesNames(call)) continue
    // The names may be read in another folder than the listed one.
    const here = foldersOf(call).flatMap((folder) => search.in(`${escapePattern(folder)}/*`))
    add(
      here.filter((held) => isHeldShown(held, isShown)),
      call,
    )
    for (const listing of listings) {
      add(heldBelow(listing, search, home, isShown), call)
      add(heldElsewhere(call, listing, search, home, isShown), call)
    }
  }
  for (const { held, call } of found.values()) sayOne(walk, held, call)
  const wide = calls.find((call) => call.facts.found.hidden === true && showsContent(call))
  if (wide === undefined || !search.isCut) return
  const reason =
    'searches more files than could be looked into, hidden ones among them: name a folder, or leave those out'
  addFor(walk, wide, () => walk.say('ask', 'reads-secret', reason, 'read', undefined, { effects: READS }))
}

/** Whether there may be something to search: loading the search takes a while. */
function mayShow(call: AllowedCall, home: string): boolean {
  const { shown, 'shown by key': byKey, 'changes shown': changes } = unnamedFilesTable()
  const { call: words } = contextOf(call, home)
  if (isListed(words, shown) || isListed(words, byKey) || changes.includes(words.join(' '))) return true
  if (!showsContent(call)) return listsOf(call).length > 0
  const isNumber = (word: string) => /^\d+$/.test(word)
  const mayName = ({ kind, words: values }: Use) => !(kind === 'option' ? values.every(isNumber) : values.length === 0)
  return call.facts.found.hidden !== undefined || call.facts.call.uses.some(mayName)
}

/** A search in files on this disk. Throws `NotLoaded` if the module has to be loaded first. */
export function secretSearch(home: string): SecretSearch {
  return new (disk().SecretSearch)(
    isCodeName,
    (name) => isOfOthers(name, home),
    (path) => mayHoldSecrets(kindOfPath(path, home)) || path.startsWith(`${home}/.`),
  )
}

/** Below a link to a folder, there may be any text. */
function isHeldShown(held: HeldSecret, isShown: IsShown): boolean {
  return ('to' in held && held.text === '') || isShown(held.text)
}

export function whyHeld(held: HeldSecret, places: { cwd?: string | undefined; home: string }): string {
  if (!('to' in held)) return `holds what looks like a secret in line ${held.line}`
  return `leads to ${shortened(held.to, { options: places })}, where secrets may be kept`
}

function sayOne(walk: LineWalk, held: HeldSecret, call: LineFinding | undefined): void {
  const { path } = held
  const paths = [{ path: literal('to' in held ? held.to : path), access: ['read' as const] }]
  const reason = `shows ${shortened(path, walk)}, which ${whyHeld(held, walk.options)}`
  addFor(walk, call, () => walk.say('ask', 'reads-secret', reason, 'read', undefined, { effects: READS, paths }))
}

/** Whether a folder belongs to dependencies or version control, whose files are not written in the project. */
function isOfOthers(name: string, home: string): boolean {
  return repositoryFolders().includes(name) || kindOfPath(`/project/${name}/x`, home) === 'regenerable'
}

/** Whether it may print the content of files: not only numbers, names, or its help. What it runs is a call itself. */
function showsContent({ facts }: AllowedCall): boolean {
  if (facts.asksForHelp || facts.effects.filesystem?.read === false) return false
  if (isOneWord(facts.found.prints) || printsNames(facts)) return false
  return facts.found.runs.every(({ kind }) => kind === 'code') && !tellsFigures(basename(knownText(facts.words[0]!)))
}

function isOneWord(prints: Printed | undefined): boolean {
  return prints === 'number' || prints === 'revision' || prints === 'temporary'
}

/** Returns a test for text that may be shown: for a search, lines that it may find. */
function shownBy({ facts }: AllowedCall): IsShown {
  // A word that may be an option may invert the search.
  if (!looksForSomething(facts) || facts.words.some((word) => opacityOf(encode(word)) !== false)) return () => true
  const finders = patternsIn(facts).map(finderOf)
  return (text) => finders.some((finds) => finds(text))
}

/** Whether it gets names of files from another command. */
function takesNames({ facts }: AllowedCall): boolean {
  const isNamed = (word: Word) => comesFrom(word, 'names')
  return facts.found.stdin?.kind === 'names' || facts.paths.some(({ path }) => isNamed(path))
}

/** Files that options name: a program expects a list of names there, and repeats other content in messages. */
function listsOf({ facts }: AllowedCall): AllowedCall['facts']['paths'] {
  const options = new Set(facts.call.uses.flatMap((use) => (use.kind === 'option' ? [use.parameter.name] : [])))
  return facts.paths.filter(({ parameter, access }) => options.has(parameter) && access?.includes('read') === true)
}

function* heldInLists(call: AllowedCall, search: SecretSearch, home: string): Generator<HeldSecret> {
  for (const { path } of listsOf(call))
    for (const place of placesOf(path, foldersOf(call), home)) yield* search.in(place)
}

/** Secrets in the files and folders that a call names. */
function* heldNamed(call: AllowedCall, search: SecretSearch, home: string, isShown: IsShown): Generator<HeldSecret> {
  const { facts } = call
  const isTold = ({ access }: { access?: readonly string[] | undefined }) => access?.every((one) => one === 'stat')
  const told = new Set(facts.paths.filter(isTold).map(({ path }) => knownText(path)))
  const own = [...foldersOf(call), ...(facts.folder === undefined ? [] : [facts.folder])]
  // Git resolves names from the top of its repository.
  const around = [...foldersAround(call, home), ...own]
  const [patterns, code] = [placesOfKind(facts, 'pattern'), placesOfKind(facts, 'code')]
  for (const [index, word] of facts.words.entries()) {
    if (index === 0 || patterns.has(index) || told.has(knownText(word))) continue
    const folders = word.some((part) => typeof part === 'string') ? around : own
    // Some programs also read a word as a file if it could be code: `yq .config`.
    for (const place of code.has(index) ? placed(patternOf(word), folders, home) : placesOf(word, folders, home))
      yield* search.in(place).filter((held) => isHeldShown(held, isShown))
  }
  yield* heldBelow(call, search, home, isShown)
}

/** The indexes of the words that are values of a kind. */
function placesOfKind({ call }: AllowedCall['facts'], kind: ValueMeaning['kind']): ReadonlySet<number> {
  const uses = call.uses.filter((use) => meaningsOf(use, call).some((meaning) => meaning.kind === kind))
  return new Set(
    uses.flatMap(({ kind: of, index, words: [value] }) => {
      // `-e PATTERN`, but not `-ePATTERN FILE`.
      const isNext = of === 'option' && call.argv[index + 1] === value && !call.argv[index]!.endsWith(value!)
      return isNext ? [index, index + 1] : [index]
    }),
  )
}

/** Secrets below the folders that a call searches, lists or reads; if it names none, below its own. */
function* heldBelow(call: AllowedCall, search: SecretSearch, home: string, isShown: IsShown): Generator<HeldSecret> {
  const { facts } = call
  const { hidden } = facts.found
  if (hidden === undefined && !printsNames(facts)) return
  const { roots: named, names } = rootsOf(call, home)
  // A word that is no path is a revision: `git grep word main`.
  const isPath = facts.found.repository !== true || [...named].some((root) => search.isThere(root))
  const roots = isPath ? named : foldersAround(call, home)
  // A search reads the files that a filter selects even if they are hidden or ignored: `rg -g '*' x`.
  const look = { hidden: hidden !== false || names.length > 0, names, mayShow: isShown }
  for (const root of roots) {
    const isHidden = look.hidden || disk().mayTakeBack(root, home)
    const all = search.isFolder(root) ? search.below({ ...look, root, hidden: isHidden }) : search.in(root)
    for (const held of all) if (isHeldShown(held, isShown)) yield held
  }
}

/** Secrets in folders other than the listed one, if files with such names are read there. */
function* heldElsewhere(
  call: AllowedCall,
  listing: AllowedCall,
  search: SecretSearch,
  home: string,
  isShown: IsShown,
): Generator<HeldSecret> {
  const { names } = rootsOf(listing, home)
  const begun = call.facts.paths.flatMap(({ path }) =>
    placed(patternOf(path).replace(/[^/]*\*.*$/s, ''), foldersOf(call), home),
  )
  // Without a filter, there would be too many files.
  for (const root of new Set([...(names.length === 0 ? [] : foldersOf(call)), ...begun])) {
    if (!search.isFolder(root)) continue
    const look = { root, hidden: listing.facts.found.hidden !== false, names, mayShow: isShown }
    for (const held of search.below(look)) if (isHeldShown(held, isShown)) yield held
  }
}

/** The folders that a call searches, and for which names. A pattern of git applies to all folders, and may exclude. */
export function rootsOf(call: AllowedCall, home: string): { roots: ReadonlySet<string>; names: string[] } {
  const { facts } = call
  const folders = foldersOf(call)
  const operands = facts.paths.filter(({ access }) => access?.some((one) => one === 'stat' || one === 'read') === true)
  const isInGit = facts.found.repository === true
  const isSpec = ({ path }: { path: Word }) => isInGit && /^:|[*?[]/.test(knownText(path))
  const plain = operands.filter((operand) => !isSpec(operand))
  const named = plain.flatMap(({ path }) => placed(patternOf(path), folders, home))
  const specs = operands.filter(isSpec).map(({ path }) => knownText(path))
  const isWide = operands.length === 0 || specs.length > 0
  const narrow = specs.some((spec) => spec.startsWith(':')) ? [] : specs
  return {
    // Git lists names from the top of the repository.
    roots: new Set([...named, ...(isWide ? (isInGit ? foldersAround(call, home) : folders) : [])]),
    names: [...restrictionsIn(facts.call).flatMap(patternsOf), ...narrow.map((spec) => spec.toLowerCase())],
  }
}

/** Secrets in files that a call shows without naming them. If it names a setting, only in that. */
function* heldUnnamed(call: AllowedCall, search: SecretSearch, home: string): Generator<HeldSecret> {
  const { facts } = call
  const { files, isByKey, hasChanges } = disk().filesShown(contextOf(call, home))
  const operands = facts.call.uses.flatMap((use) => (use.kind === 'argument' ? use.words : []))
  const keys = isByKey ? operands.map((word) => word.slice(word.lastIndexOf('.') + 1).toLowerCase()) : []
  const isPlain = keys.every((key) => /^[a-z-]+$/.test(key))
  // The head of a section is a part of every key in it.
  const isShown: IsShown = (text) =>
    keys.length === 0 || !isPlain || /^\s*\[/.test(text) || keys.some((key) => text.toLowerCase().includes(key))
  for (const path of files) yield* search.in(escapePattern(path)).filter(({ text }) => isShown(text))
  const folders = hasChanges && showsContent(call) ? foldersOf(call) : []
  for (const path of folders.flatMap((folder) => disk().changedFiles(folder, home)))
    yield* search.in(escapePattern(path))
}
