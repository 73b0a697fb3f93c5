import { parameterRules, type Use } from '@atip/protocol/calls'
import { isBuiltin } from '../shell/builtin-kinds.js'
import { decode } from '../shell/encoded.js'
import { isWritten, textStream, unitedTaints, type Stream, type Taint } from '../shell/stream.js'
import {
  beginning,
  isOpen,
  joinParts,
  knownText,
  literal,
  literalOf,
  textOf,
  unknown,
  type TextOrigin,
  type Word,
} from '../shell/word.js'
import type { CallFacts } from './facts.js'
import { operandPrinted } from './operand-printed.js'
import { classOfPath, mayHoldSecrets, type Surroundings } from './path-class.js'
import { decodes, printedByBuiltin } from '../shell/printing-builtins.js'
import { foundBy, printsNames } from './found-files.js'
import { sampleOf, sampleOfLines } from './sample-name.js'
import { keepsBack } from './secret-shown.js'
import { hasKind, meaningsOf } from './searches.js'

interface PrintedWhere extends Surroundings {
  /** The content of a file, if this line wrote it. */
  contentOf?: (path: Word) => Stream
  /** Whether the line gives this name to a command: a function, an alias. */
  isNamedHere?: (name: string) => boolean
}

const ID = unknown('operand', 'program')
/** A list of identifiers of unknown length: two lines are enough to show that there may be several. */
const SEVERAL_IDS = { text: [ID, '\n', ID, '\n'], line: [ID] }

/** What a command prints, as far as it is known. */
export function printedBy(
  facts: CallFacts,
  stdin: Stream,
  inner: readonly Stream[],
  places: PrintedWhere,
  samplesNames: boolean,
): Stream {
  const { words, found, paths, effects } = facts
  const namesSecret = words.some((word) => mayHoldSecrets(classOfPath(literal(knownText(word)), places)))
  // An earlier `cd` may have failed.
  const cwd = (places.others ?? []).length > 0 || places.isAnywhere === true ? undefined : places.cwd
  const constant = printedByBuiltin(words, cwd) ?? (namesSecret ? undefined : constantOf(facts, stdin, cwd, places))
  const isOfFiles = found.prints === 'input' && paths.length > 0
  // Options may change the output: numbers before lines, marks at their ends.
  const content = isOfFiles && words.length === 2 && !namesSecret ? places.contentOf?.(paths[0]!.path) : undefined
  if (content?.text !== undefined) return content
  if (constant !== undefined) {
    const taints = new Set<Taint>(stdin.taints)
    if (decodes(words)) taints.add('decoded')
    if (found.prints !== 'input') taints.delete('names')
    return { ...textStream(constant), taints }
  }
  if (found.prints === 'ids') return { ...SEVERAL_IDS, taints: withoutPromise(stdin.taints) }
  if (inner.length === 1 && effects.filesystem?.read === false && isSilent(facts)) return inner[0]!
  const isHandedOn = (found.prints === 'input' && !isOfFiles) || found.prints === 'lines'
  const isPassed = isHandedOn && (found.prints === 'input' || !isOpen(stdin.line ?? []))
  const files = foundBy(facts, places)
  const taints = new Set<Taint>([...stdin.taints, ...unitedTaints(inner), ...(content?.taints ?? [])])
  if (!isHandedOn || inner.length > 0) taints.delete('names')
  if (keepsBack(facts)) taints.delete('environment')
  if (effects.network === true) taints.add('network')
  if (found.prints === 'decoded') taints.add('decoded')
  if (printsOnlyNames(facts) && inner.every((stream) => stream.taints.has('names'))) taints.add('names')
  if (files === 'hidden' || files === 'unusual') taints.add('hidden')
  if (found.prints === 'environment') taints.add('environment')
  if (isWritten(stdin)) taints.add('written')
  if (
    found.prints === 'secret' ||
    (namesSecret && found.prints !== undefined) ||
    paths.some(({ kind }) => mayHoldSecrets(kind)) ||
    files === 'secret'
  )
    taints.add('secret')
  const passed = samplesNames ? sampleOfLines(facts, stdin.line) : stdin.line
  const listed = samplesNames && printsNames(facts) ? sampleOf(facts, places) : lineOf(facts, taints)
  const line = isPassed ? passed : listed
  return { ...(line && { line }), taints }
}

/** Whether a wrapper prints nothing itself. The value of an option may be printed, or redirect the output. */
function isSilent({ call }: CallFacts): boolean {
  return call.uses.every(({ kind, words }) => kind !== 'option' || words.length === 0)
}

/** Whether a listing prints only names. Options may add other texts: `find -printf FORMAT`, `ls --time-style=+TEXT`. */
function printsOnlyNames(facts: CallFacts): boolean {
  const { call } = facts
  const isPlain = (use: Use) => {
    const isFormat = parameterRules(use.parameter).some(({ prints }) => prints !== undefined)
    if (isFormat && use.words.length > 0) return use.words.every((word) => FORMAT_OF_NAMES.test(word))
    const isText = meaningsOf(use, call).some(({ kind }) => kind === 'text')
    const words = isText || !hasKind(use, call) ? use.words.map(decode) : []
    return words.every(isPlainText)
  }
  return printsNames(facts) && call.uses.every((use) => use.kind !== 'option' || isPlain(use))
}

/** The whole name of each file, and nothing else. */
const FORMAT_OF_NAMES = /^%[pPf](?:\\[n0]|\n)?$/

/** Texts that look like no file name: a number, a date, a size, a kind of file, a way to sort. */
function isPlainText(text: Word): boolean {
  return /^(?:[-+]?[\d:T-]+[A-Za-z]?|[a-z](?:,[a-z])*|never|always|auto|none|time|size|name|path|version|modified)$/.test(
    textOf(text) ?? '.',
  )
}

function withoutPromise(taints: ReadonlySet<Taint>): ReadonlySet<Taint> {
  return new Set([...taints].filter((taint) => taint !== 'names'))
}

function constantOf(
  { found, call, paths }: CallFacts,
  stdin: Stream,
  cwd: string | undefined,
  { isNamedHere = () => false }: PrintedWhere,
): Word | undefined {
  switch (found.prints) {
    case 'number':
    case 'revision':
      return [unknown('plain', 'program'), '\n']
    case 'path':
    case 'name':
      // Some repeat their words, so they are no options, and no code either.
      return [unknown('operand', 'program'), '\n']
    case 'word':
    case 'base':
    case 'folder':
    case 'absolute': {
      const printed = operandPrinted(found.prints, call, cwd)
      return printed === undefined ? undefined : joinParts(printed, literal('\n'))
    }
    case 'temporary':
      return [unknown('plain', 'temporary'), '\n']
    case 'input':
      return paths.length === 0 ? stdin.text : undefined
    case 'program': {
      const [program, ...others] = call.uses.filter(({ kind }) => kind === 'argument').flatMap(({ words }) => words)
      return program === undefined || others.length > 0 ? undefined : placeOf(decode(program), isNamedHere)
    }
    default:
      return undefined
  }
}

/** `$(which git)` is git: its path runs what the name would. Without such a program, the name may be printed. */
function placeOf(program: Word, isNamedHere: (name: string) => boolean): Word | undefined {
  const name = literalOf(program)
  if (name === undefined || !/^[\w+][\w.+-]*$/.test(name)) return undefined
  return isBuiltin(name) || isNamedHere(name) ? undefined : literal(`/usr/bin/${name}\n`)
}

/** The known part of every line of a listing; a command that it runs may print something else. */
function lineOf({ found, paths }: CallFacts, taints: ReadonlySet<Taint>): Word | undefined {
  if (found.prints !== 'paths' || found.runs.length > 0) return undefined
  const from: TextOrigin[] = (['names', 'hidden', 'secret'] as const).filter((taint) => taints.has(taint))
  // Only root creates files there, so no name was chosen to look like an option.
  if (paths.length > 0 && paths.every(({ kind }) => kind === 'system')) return [unknown('operand', ...from)]
  const isPlain = paths.every(({ path }) => /^[^-]/.test(beginning(path)))
  return isPlain ? [PLACE, unknown('words', ...from)] : undefined
}

/** A prefix for the paths of any listing: they begin with its folder, and not with a dash. */
const PLACE = './'
