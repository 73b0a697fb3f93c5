import type { Evaluator } from './evaluate.js'
import type { Act } from './tables.js'
import { hiddenOf, pathInAddress } from '../../places/index.js'
import { exactTextsIn, joinPath, NOTHING, pathsIn, textsIn, type AbstractValue, type Atom } from './values.js'

/** A call of a function of the language or its library. */
export interface ActCall {
  evaluator: Evaluator
  act: Act
  /** An argument by position, or with -1 the object that the function is called on. */
  argument: (place: number) => AbstractValue | undefined
  /** Python's `shell=True`. */
  usesShell: boolean
}

/** Records the effects of a call, as far as its arguments are known. */
export function noticeEffects(call: ActCall): void {
  const { evaluator, act, argument } = call
  const { facts } = evaluator
  for (const list of ['reads', 'writes', 'deletes'] as const) {
    for (const place of act[list] ?? []) {
      if (act.mode !== undefined) open(call, argument(place), argument(act.mode))
      else for (const path of pathsOf(call, argument(place))) addPath(call, list, path)
    }
  }
  if (act.database !== undefined) {
    for (const path of pathsOf(call, argument(act.database))) facts.addDatabase(path)
  }
  for (const place of act.loads ?? []) {
    for (const path of pathsIn(argument(place) ?? NOTHING)) facts.add('loads', path)
    evaluator.doubt()
  }
  if (act.network === true) {
    facts.network = true
    evaluator.refuse()
  }
  if (act.finds === true && textsOf(argument(0)).some((name) => !/^\w+$/.test(name ?? ''))) evaluator.refuse()
  if (act.environment !== undefined) readVariable(call, argument(act.environment))
  if (act.shell !== undefined) for (const line of textsOf(argument(act.shell))) facts.add('shellLines', line)
  if (act.program !== undefined) start(call, argument(act.program))
  if (act.sql !== undefined) query(call, argument(act.sql))
  if (act.layout === true) layOut(call)
  if (act.destroys !== undefined) facts.destroys ??= act.destroys
}

function addPath({ evaluator, act }: ActCall, list: 'reads' | 'writes' | 'deletes', path: string | undefined): void {
  evaluator.facts.add(list, path)
  if (act.tree !== true || list !== 'reads' || path === undefined) return
  const all = joinPath(path, '**')
  for (const below of [all, hiddenOf(all)]) evaluator.facts.add(list, below)
}

const textsOf = (value: AbstractValue | undefined) => (value === undefined ? [] : exactTextsIn(value))

/** An opened file may take the place of a path: it was recorded when opened. Standard input needs no record. */
function pathsOf({ evaluator, act }: ActCall, value: AbstractValue | undefined): (string | undefined)[] {
  if (value === undefined) return []
  if (act.remote === true && textsIn(value)?.every(({ text }) => !/^\w+:/.test(text)) !== true) {
    // The text may be a URL.
    evaluator.facts.network = true
    evaluator.refuse()
  }
  const atoms = [...value].filter(([, atom]) => !evaluator.isOpened(atom) && !isStdin(atom))
  return atoms.length === 0 && value.size > 0 ? [] : pathsIn(new Map(atoms)).map(withoutScheme)
}

function isStdin(atom: Atom): boolean {
  return (atom.is === 'text' && /^\/dev\/(?:stdin|fd\/0)$/.test(atom.text)) || atom.is === 'plain'
}

/** `file:a.db?mode=ro` is the file `a.db`. */
function withoutScheme(path: string | undefined): string | undefined {
  return path === undefined ? undefined : (pathInAddress(path) ?? path)
}

function open(call: ActCall, path: AbstractValue | undefined, mode: AbstractValue | undefined): void {
  const { facts } = call.evaluator
  const paths = pathsOf(call, path)
  for (const text of mode === undefined ? ['r'] : exactTextsIn(mode)) {
    const [letters = ''] = text?.split(/[:|]/) ?? []
    if (text === undefined || !/^[rwaxbtU+]+$/.test(letters)) call.evaluator.refuse()
    for (const one of paths) {
      if (text === undefined || /[wax+]/.test(letters)) facts.add('writes', one)
      if (/^[rU]|\+/.test(letters)) facts.add('reads', one)
    }
  }
}

function readVariable({ evaluator }: ActCall, name: AbstractValue | undefined): void {
  for (const text of exactTextsIn(name ?? NOTHING)) evaluator.facts.addVariable(text)
}

function start({ evaluator, act, argument, usesShell }: ActCall, program: AbstractValue | undefined): void {
  if (program === undefined) return
  if (usesShell) {
    // With a list, the shell takes the first item as the line and the others as its parameters.
    if (textsIn(program) === undefined) evaluator.refuse()
    for (const line of exactTextsIn(program)) evaluator.facts.add('shellLines', line)
    return
  }
  const more = act.words === undefined ? undefined : argument(act.words)
  const words = [wordsIn(evaluator, program), more === undefined ? [] : wordsIn(evaluator, more)]
  evaluator.facts.addProgram(words.some((part) => part === undefined) ? undefined : words.flatMap((part) => part ?? []))
}

/** The words of a list literal, or a single word. */
function wordsIn({ memory }: Evaluator, value: AbstractValue): string[] | undefined {
  const [atom, ...others] = value.values()
  if (atom === undefined || others.length > 0) return undefined
  if (atom.is === 'text') return atom.isExact ? [atom.text] : undefined
  const items = atom.is === 'container' ? memory.itemsOf(atom.site) : undefined
  const words = items?.map(({ key, value: word }) => (key === undefined ? exactTextsIn(word) : []))
  if (words?.every((texts) => texts.length === 1 && texts[0] !== undefined) !== true) return undefined
  return words.map(([word]) => word!)
}

function query({ evaluator }: ActCall, sql: AbstractValue | undefined): void {
  evaluator.facts.isQueried = true
  for (const text of textsOf(sql)) {
    if (text === undefined) evaluator.refuse()
    else evaluator.facts.addAll(evaluator.readSql(text))
  }
}

/** Format strings must not access attributes of values: `'{0.environ}'`. */
function layOut({ evaluator, argument }: ActCall): void {
  const looksInside = (text: string | undefined) =>
    text === undefined || /\{[^{}:!]*[.[]/.test(text.replaceAll('{{', ''))
  if (exactTextsIn(argument(-1) ?? NOTHING).some(looksInside)) evaluator.refuse()
}
