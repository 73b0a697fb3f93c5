import { isOrdinaryFilter, protectedFile, type Filter } from '../places/index.js'
import { decode } from '../shell/encoded.js'
import { knownText, literal, literalOf, textOf, type Word } from '../shell/word.js'
import type { CallFacts, PathFact } from './facts.js'
import { foundBy, restrictionsIn } from './found-files.js'
import { classOfPath, type Surroundings } from './path-class.js'
import { valuesOf } from './searches.js'

/**
 * One name that represents all files that a call lists or finds, in the folder that it names. If settings of agents may
 * be among them, it is one of those. Undefined if no single name can represent them.
 */
export function sampleOf(facts: CallFacts, places: Surroundings): Word | undefined {
  if (['secret', 'hidden'].includes(foundBy(facts, places))) return undefined
  const named = facts.paths.filter(({ access }) => access?.some((one) => one === 'stat' || one === 'read') === true)
  const texts = named.map(({ path }) => textOf(path))
  if (texts.includes(undefined)) return undefined
  const roots = [...new Set(texts.map((text) => rootOf(text!)))]
  const [far, ...others] = roots.filter((root) => !isPlainFolder(root))
  if (others.length > 0) return undefined
  const root = far ?? roots[0] ?? ''
  const patterns = patternsAmong(facts)
  const filters = [...restrictionsIn(facts.call), ...patterns]
  const isOrdinary = filters.length > 0 && filters.every((filter) => isOrdinaryFilter(filter))
  const isBelow = roots.length > 0 && roots.every((one) => isPlainFolder(one) && one !== '')
  const mayBeSetting = isHiddenFolder(root) || (findsHidden(facts) && !isOrdinary && !isBelow)
  const remade = facts.found.prints === 'paths' ? nameRemade(root, filters, places) : undefined
  return literal(`${root}${remade ?? (mayBeSetting ? protectedFile() : NAME)}`)
}

const NAME = 'some-file.txt'

/** Whether it deletes the files that it finds, and names none of them. */
export function deletesFound({ effects: { filesystem }, found, paths }: CallFacts): boolean {
  const isNamed = paths.some(({ access }) => access?.includes('delete') === true)
  return filesystem?.delete === true && filesystem.write !== true && found.prints === 'paths' && !isNamed
}

/** Replaces the files that a call finds and deletes by one name: `find . -name '*.pyc' -delete`. */
export function withSampleLost(facts: CallFacts, places: Surroundings): CallFacts {
  const { paths } = facts
  const { unplaced: _, ...found } = facts.found
  const sample = deletesFound(facts) ? sampleOf(facts, places) : undefined
  if (sample === undefined) return facts
  const lost: PathFact = { path: sample, parameter: '', access: ['delete'], kind: classOfPath(sample, places) }
  return { ...facts, found, paths: [...paths, lost] }
}

/** A sample name, if builds can regenerate everything that is found: `find . -name node_modules`. */
function nameRemade(root: string, filters: readonly Filter[], places: Surroundings): string | undefined {
  const nameIn = (text: string) => text.replace(/^\*(?=[.\w-])/, 'x')
  const isRemade = ({ language, text }: Filter) =>
    language === 'glob' &&
    /^\*?[\w.-]+$/.test(text) &&
    classOfPath(literal(`${root}${nameIn(text)}`), places) === 'regenerable'
  return filters.length > 0 && filters.every(isRemade) ? nameIn(filters[0]!.text) : undefined
}

/** Patterns of paths among the operands, if no other operands follow them. */
function patternsAmong({ call }: CallFacts): Filter[] {
  const operands = call.uses.filter(({ kind }) => kind === 'argument').flatMap(({ words }) => words.map(decode))
  const texts = operands.map(knownText)
  const last = texts.slice(texts.findIndex((text) => text.includes('*')))
  return texts.length === 0 || !last.every((text) => text.includes('*'))
    ? []
    : last.map((text) => ({ language: 'glob', text }))
}

/** The sample after a filter, which passes only names that fit. */
export function sampleOfLines({ call }: CallFacts, sample: Word | undefined): Word | undefined {
  if (sample === undefined || literalOf(sample) !== protectedFile()) return sample
  const patterns = valuesOf(call, 'pattern').map((word): Filter => ({ language: 'regex', text: knownText(word) }))
  return patterns.length > 0 && patterns.every((filter) => isOrdinaryFilter(filter)) ? literal(NAME) : sample
}

/** Files under version control may be hidden, too. */
function findsHidden({ found }: CallFacts): boolean {
  return found.hidden === true || found.repository === true
}

/** The folder that a path or a pattern of paths names, with a trailing slash. */
function rootOf(text: string): string {
  const start = text.search(/[*?[]/)
  const folder = start === -1 ? `${text}/` : text.slice(0, text.lastIndexOf('/', start) + 1)
  return folder.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '/')
}

function isHiddenFolder(root: string): boolean {
  return root.split('/').some((name) => /^\.[^.]/.test(name))
}

/** Whether it is below the current folder, and not hidden. */
function isPlainFolder(root: string): boolean {
  return !root.startsWith('/') && !root.split('/').some((name) => /^[.~]/.test(name))
}
