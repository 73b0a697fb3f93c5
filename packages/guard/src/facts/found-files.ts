import { posix } from 'node:path'
import { parameterRules, type ParsedCall, type Run } from '@atip/protocol/calls'
import {
  aimsAtSecrets,
  hasUsualSecrets,
  isKeyFolder,
  isSourceFolder,
  selectsCode,
  selectsOrdinary,
  showingOf,
  type Filter,
} from '../places/index.js'
import { decode } from '../shell/encoded.js'
import { isUnknown, knownText, literal, textOf, unknown, type Word } from '../shell/word.js'
import type { CallFacts, PathFact } from './facts.js'
import { classOfPath, isWholeAccount, mayHoldSecrets, resolvePath, type Surroundings } from './path-class.js'
import { looksForSomething, meaningsOf } from './searches.js'

/**
 * The most sensitive files among those that a call finds or searches. `hidden`: any file of a folder, including hidden
 * ones. `unusual`: files that are not among those that are usually shown.
 */
export type FoundFiles = 'secret' | 'hidden' | 'unusual' | 'ordinary'

type Known = Pick<CallFacts, 'call' | 'found' | 'paths'>

export function printsNames({ found }: Pick<Known, 'found'>): boolean {
  return found.prints === 'names' || found.prints === 'paths'
}

/** The most sensitive files among those whose names a call passes on. */
export function foundBy(facts: Known, places: Surroundings): FoundFiles {
  const { found } = facts
  const handsOn = printsNames(facts) || found.runs.some((run) => run.kind === 'argv' && run.names !== undefined)
  return handsOn ? filesOf(facts, places) : 'ordinary'
}

/** The name of any file that a call finds. */
export function nameFound(facts: Known, places: Surroundings): Word {
  const finds = foundBy(facts, places)
  if (finds === 'ordinary') return [unknown('operand', 'names')]
  return [unknown('operand', 'names', finds === 'secret' ? 'secret' : 'hidden')]
}

/** The folder of a command that a call runs. For a command in the folder of each found file, any hidden folder. */
export function folderOf(run: Run, facts: Known & Pick<CallFacts, 'folder'>, places: Surroundings): string | undefined {
  if (run.kind !== 'argv' || run.place !== 'found') return facts.folder
  const { home } = places
  if (facts.paths.some(({ path }) => isWholeAccount(path, places))) return `${home}/.*`
  const secret = facts.paths.find(({ kind }) => mayHoldSecrets(kind))
  const root = secret && textOf(secret.path)
  return root === undefined ? undefined : resolvePath(root, { home, cwd: facts.folder })
}

/** The files that a call finds or searches, in any of its possible folders. */
export function filesOf(facts: Known, places: Surroundings): FoundFiles {
  const { cwd, home, others = [], isAnywhere } = places
  const folders = [cwd, ...others, ...(isAnywhere === true ? [home] : [])]
  const all = folders.map((folder) => filesFrom(facts, { ...places, cwd: folder, others: [], isAnywhere: false }))
  return WORST_FIRST.find((one) => all.includes(one))!
}

const WORST_FIRST: readonly FoundFiles[] = ['secret', 'hidden', 'unusual', 'ordinary']

function filesFrom(facts: Known, places: Surroundings): FoundFiles {
  const { call, found, paths } = facts
  const isLooked = ({ path, access }: PathFact) =>
    textOf(path) !== '-' && access?.some((one) => one === 'stat' || one === 'read') === true
  const folders = paths.filter(isLooked)
  const filters = filtersIn(call)
  const named = folders.map(({ path }) => textOf(path)).filter((text) => text !== undefined)
  const isLooking = looksForSomething(facts)
  // An unknown folder may be the whole project. If a command printed its name and all is shown, it may even be a home.
  const isFoundOut = folders.some(({ path }) =>
    path.some((part) => isUnknown(part) && !part.from.has('variable') && !part.from.has('names')),
  )
  const anyRoot = isFoundOut && !isLooking ? places.home : (places.project ?? '.')
  const unknownRoots = named.length < folders.length ? [anyRoot] : []
  const roots = (folders.length > 0 ? [...named, ...unknownRoots] : ['.']).map((folder) => resolvePath(folder, places))
  const kinds = [...folders.map(({ kind }) => kind), ...roots.map((root) => classOfPath(literal(root), places))]
  if (kinds.some(mayHoldSecrets)) return 'secret'
  if (filters.some((filter) => aimsAtSecrets(filter, roots, places.home))) return 'secret'
  const alternatives = alternativesIn(call)
  const isOrdinary = (filter: Filter) => roots.every((root) => selectsOrdinary(filter, root, places))
  if (alternatives.length > 0 && alternatives.every((filters) => filters.some(isOrdinary))) {
    // In a home, a file of any name but that of code may be in a hidden folder.
    const isHome = kinds.includes('home') && found.hidden === true
    return isHome && !(isLooking && alternatives.every((filters) => filters.some(selectsCode))) ? 'hidden' : 'ordinary'
  }
  if (!isLooking && roots.some((root) => isKeyFolder(posix.basename(root)))) return 'secret'
  const isWhole = roots.some((root) => isWholeAccount(literal(root), places))
  if (isWhole && (found.hidden === true || !isLooking)) return 'secret'
  // If a search prints the names of files, the next command shows the whole files.
  if (isLooking && !printsNames(facts)) return 'ordinary'
  if (found.hidden === true && roots.some((root) => isWide(root, places))) return 'hidden'
  if (found.hidden !== true && alternatives.length > 0) return 'unusual'
  if (found.hidden !== true && !printsNames(facts)) return 'ordinary'
  // Folders rarely have an ending.
  const isShown = (root: string) =>
    posix.extname(root) === '' ? isSourceFolder(root, places) : showingOf(root, places) === 'ordinary'
  return roots.every(isShown) ? 'ordinary' : 'unusual'
}

/** Whether it is a project, several of them, or a folder with secrets, and not only a part of this project. */
export function isWide(root: string, places: Surroundings): boolean {
  const { project, home } = places
  if (!root.startsWith('/') || hasUsualSecrets(root, home)) return true
  const kind = classOfPath(literal(root), places)
  if (kind !== 'other') return false
  return project === undefined || !root.startsWith(`${project}/`)
}

/** The filters, if every file that is found fits one of them. */
export function restrictionsIn(call: ParsedCall): Filter[] {
  return alternativesIn(call).flat()
}

/** The filters of each alternative. None if a file may be found that fits no filter, or if a group is negated. */
function alternativesIn(call: ParsedCall): Filter[][] {
  // Tests are evaluated from left to right, so a filter does not restrict the commands and the output before it.
  const acts = call.uses.filter(
    (use) =>
      meaningsOf(use, call).some(({ kind }) => kind === 'command') ||
      parameterRules(use.parameter).some(({ prints }) => prints !== undefined),
  )
  const firstAct = Math.min(...acts.map(({ index }) => index))
  const filters = filterUses(call).filter(({ use, meaning }) => meaning.adds !== true && use.index < firstAct)
  const words = (of: 'not' | 'either') => new Set(filters.flatMap(({ meaning }) => meaning[of] ?? []))
  const placesOf = (set: ReadonlySet<string>) => call.argv.flatMap((word, index) => (set.has(word) ? [index] : []))
  const ends = [...placesOf(words('either')), call.argv.length]
  const isOfOne = (place: number) => call.argv[place + 1]?.startsWith('-') === true
  if (!placesOf(words('not')).every(isOfOne)) return []
  // Without words for alternatives, each filter lets more through: `--include=*.md --include=*.env`.
  if (filters.every(({ meaning }) => meaning.either === undefined)) return textsOf(filters).map((filter) => [filter])
  const alternatives = ends.map((end, index) =>
    textsOf(filters.filter(({ use }) => use.index < end && use.index > (ends[index - 1] ?? -1))),
  )
  return alternatives.every((one) => one.length > 0) ? alternatives : []
}

function filtersIn(call: ParsedCall): Filter[] {
  return textsOf(filterUses(call))
}

function textsOf(filters: ReturnType<typeof filterUses>): Filter[] {
  return filters.flatMap(({ use, meaning, isReversed }) => {
    const { language, not = [], after } = meaning
    const begin = (text: string) =>
      after === undefined || !text.includes(after) ? 0 : text.indexOf(after) + after.length
    const words = isReversed ? [] : use.words.map(decode)
    return words
      .filter((word) => !not.some((start) => knownText(word).startsWith(start)))
      .map((word) => {
        // Unknown text may be a wildcard.
        if (word.some((part) => isUnknown(part) && part.shape !== 'plain')) return { language: 'glob', text: '*' }
        return { language, text: knownText(word).slice(begin(knownText(word))) }
      })
  })
}

function filterUses(call: ParsedCall) {
  return call.uses.flatMap((use) =>
    meaningsOf(use, call).flatMap((meaning) => {
      if (meaning.kind !== 'filter') return []
      return [{ use, meaning, isReversed: meaning.not?.includes(call.argv[use.index - 1]!) === true }]
    }),
  )
}
