import { pathInAddress, rarelyShows, showingOf, showsFiles, WORST_FIRST, type Showing } from '../places/index.js'
import { isPattern, isUnknown, knownText, literalOf, textOf, type Word } from '../shell/word.js'
import type { CallFacts, PathFact } from './facts.js'
import { classOfPath, mayHoldSecrets, resolvePath, type PathClass, type Surroundings } from './path-class.js'
import { looksForSomething, searches } from './searches.js'

/** How usual it is to show a file, in the worst of the places where it may be. */
export function showingOfFile(path: Word, places: Surroundings): Showing {
  const { home, project, cwd, others = [], isAnywhere } = places
  const text = shownText(path)
  if (text === undefined || APART.has(classOfPath(path, places))) return 'ordinary'
  const folders = [cwd, ...others, ...(isAnywhere === true ? [undefined] : [])]
  const all = folders.map((folder) => {
    const from = { home, project: folder === undefined ? undefined : project }
    return showingOf(resolvePath(pathInAddress(text) ?? text, { ...places, cwd: folder }), from)
  })
  return WORST_FIRST.find((one) => all.includes(one))!
}

/** Judged by other rules, or made by the line itself. */
const APART: ReadonlySet<PathClass> = new Set<PathClass>(['sink', 'device', 'own', 'home'])

/** The path with a name for each unknown part, so that the known parts decide; undefined if these say nothing. */
function shownText(path: Word): string | undefined {
  const known = textOf(path)
  if (known !== undefined)
    return known === '' || known === '-' || /^(?!file:)[a-z][\w+.-]*:\/\//i.test(known) ? undefined : known
  const text = path.map((part) => (isUnknown(part) ? 'x' : isPattern(part) ? part.pattern : part)).join('')
  return isUnknown(path.at(-1)!) && !text.startsWith('/') && !/\/[^/]*[^/x][^/]*$/.test(text) ? undefined : text
}

/** The first file that a call shows and that is not an ordinary one. */
export function unusualFile(
  facts: Pick<CallFacts, 'call' | 'found' | 'paths' | 'words'>,
  places: Surroundings,
): Word | undefined {
  const program = literalOf(facts.words[0] ?? []) ?? ''
  return facts.paths.find((path) => isRead(path) && isUnusual(showingOfFile(path.path, places), path, program, facts))
    ?.path
}

function isRead({ access, place }: PathFact): boolean {
  return place === undefined && (access === undefined || access.includes('read'))
}

/** A file of an option is mostly a list of names, and a program repeats a name if it cannot find the file. */
function isUnusual(
  showing: Showing,
  { parameter, path }: PathFact,
  program: string,
  facts: Pick<CallFacts, 'call' | 'found'>,
): boolean {
  const isOfOption = facts.call.uses.some((use) => use.kind === 'option' && use.parameter.name === parameter)
  const isTold = rarelyShows(program) && !isOfOption
  switch (showing) {
    case 'ordinary':
      return false
    case 'nameless':
      // A program that searches folders may be given one.
      return showsFiles(program) || (facts.found.hidden === undefined && searches(facts) && !looksForSomething(facts))
    case 'unknown':
      return !isTold && !looksForSomething(facts)
    case 'delicate':
      // A word without an ending is more likely a branch or a package: `git log token-refresh`.
      return !isTold || (facts.found.repository === true && /\.[a-z]+$/i.test(knownText(path)))
  }
}

/** Whether a file is an ordinary one to show as a whole. */
export function isShownFile(path: Word, places: Surroundings): boolean {
  return !mayHoldSecrets(classOfPath(path, places)) && showingOfFile(path, places) === 'ordinary'
}
