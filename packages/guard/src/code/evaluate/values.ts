import type { Act } from './tables.js'

/** One possible value of an expression. */
export type Atom =
  /**
   * A constant if exact; otherwise a glob pattern of its possible values. With `isPath`, it names this file, but may be
   * spelt differently: absolute, for example, or without a trailing slash.
   */
  | ({ is: 'text' } & KnownText)
  /** More constants than are worth tracking. */
  | { is: 'texts' }
  /** A number, a boolean, or null. */
  | { is: 'plain' }
  /** Text and numbers that the code did not build itself, and anything that the code put into such a value. */
  | { is: 'data' }
  /** Data, or a built-in function under a computed key. */
  | { is: 'found' }
  /** A list, table or object that the code builds. */
  | { is: 'container'; site: Site }
  | { is: 'module'; name: string }
  /** An object with members of its own, such as an opened file, possibly with its path. */
  | { is: 'instance'; kind: string; path?: string | undefined }
  /** A function of the language or its library. */
  | { is: 'act'; name: string; act: Act; self?: Atom | undefined }
  /** A function defined in the code. */
  | { is: 'function'; site: Site }

export interface KnownText {
  text: string
  isExact: boolean
  isPath?: true
}

/** The place in the code that creates a value. */
export type Site = object

/** All possible values of an expression. Empty if nothing is known yet. */
export type AbstractValue = ReadonlyMap<string, Atom>

export const NOTHING: AbstractValue = new Map()
export const DATA = valueOf({ is: 'data' })
export const PLAIN_VALUE = valueOf({ is: 'plain' })
export const TEXTS = valueOf({ is: 'texts' })

export const exactText = (text: string) => valueOf({ is: 'text', text, isExact: true })
export const globText = (text: string) => valueOf({ is: 'text', text, isExact: false })

/** The file of this name, however it is spelt. `..` after `~` makes it unknown: only some functions expand `~`. */
export function pathText(text: string): AbstractValue {
  if (text === '' || (text.startsWith('~') && text.split('/').includes('..'))) return TEXTS
  return valueOf({ is: 'text', text, isExact: false, isPath: true })
}

export function valueOf(...atoms: readonly Atom[]): AbstractValue {
  return new Map(atoms.map((atom) => [keyOf(atom), atom]))
}

/** More texts than these are only known to be texts. */
const MOST_TEXTS = 16
const LONGEST_TEXT = 20_000

export function union(...values: readonly AbstractValue[]): AbstractValue {
  const [first = NOTHING, ...rest] = values
  if (rest.every((value) => [...value.keys()].every((key) => first.has(key)))) return first
  const all = new Map(first)
  for (const value of rest) for (const [key, atom] of value) all.set(key, atom)
  return bounded(all)
}

function bounded(value: Map<string, Atom>): AbstractValue {
  const texts = [...value].filter(([, atom]) => atom.is === 'text')
  if (texts.length > 0 && (value.has('texts') || texts.length > MOST_TEXTS)) {
    for (const [key] of texts) value.delete(key)
    value.set('texts', { is: 'texts' })
  }
  const paths = [...value].filter(([, atom]) => atom.is === 'instance' && atom.path !== undefined)
  for (const [key, atom] of paths) {
    if (atom.is !== 'instance') continue
    const anyPath: Atom = { is: 'instance', kind: atom.kind }
    if (paths.length <= MOST_TEXTS && !value.has(keyOf(anyPath))) continue
    value.delete(key)
    value.set(keyOf(anyPath), anyPath)
  }
  return value
}

const numbers = new WeakMap<object, number>()
let lastNumber = 0

/** A number to identify an object. */
function numberOf(thing: object): number {
  if (!numbers.has(thing)) numbers.set(thing, ++lastNumber)
  return numbers.get(thing)!
}

export function keyOf(atom: Atom): string {
  switch (atom.is) {
    case 'text':
      return `text ${atom.isExact} ${atom.isPath === true} ${atom.text}`
    case 'container':
    case 'function':
      return `${atom.is} ${numberOf(atom.site)}`
    case 'module':
      return `module ${atom.name}`
    case 'instance':
      return `instance ${atom.kind} ${atom.path === undefined ? '' : JSON.stringify(atom.path)}`
    case 'act':
      return `act ${atom.name} ${numberOf(atom.act)} ${atom.self === undefined ? '' : keyOf(atom.self)}`
    default:
      return atom.is
  }
}

/** Concatenates texts; the result is exact if all of them are. */
export function joinTexts(values: readonly AbstractValue[]): AbstractValue {
  return joinAll([exactText(''), ...values], appended)
}

/** Appends text to a path. If the result depends on how the path is spelt, it is unknown. */
function appended(left: KnownText, right: KnownText): AbstractValue {
  const text = left.text + right.text
  if (left.isPath !== true && right.isPath !== true) return textOf(text, left, right)
  if (right.text === '' || left.text === '') return pathText(text)
  return left.isPath === true && right.isPath !== true && right.text.startsWith('/') ? pathText(text) : TEXTS
}

/** Texts and paths as texts. */
export function asTexts(value: AbstractValue): AbstractValue {
  const texts = textsIn(value)
  return texts === undefined ? TEXTS : union(...texts.map((one) => valueOf({ is: 'text', ...one })))
}

function textOf(text: string, left: KnownText, right: KnownText): AbstractValue {
  return valueOf({ is: 'text', text, isExact: left.isExact && right.isExact })
}

function joinAll(
  values: readonly AbstractValue[],
  join: (left: KnownText, right: KnownText) => AbstractValue,
): AbstractValue {
  const [first = exactText('.'), ...rest] = values
  return rest.reduce((left, right) => {
    const [lefts, rights] = [textsIn(left), textsIn(right)]
    if (lefts === undefined || rights === undefined || lefts.length * rights.length > MOST_TEXTS) return TEXTS
    const all = union(...lefts.flatMap((one) => rights.map((other) => join(one, other))))
    return [...all.values()].some((atom) => atom.is === 'text' && atom.text.length > LONGEST_TEXT) ? TEXTS : all
  }, asTexts(first))
}

/** The possible texts of a value, including paths; undefined if it may be anything else. */
export function textsIn(value: AbstractValue): KnownText[] | undefined {
  const texts: KnownText[] = []
  for (const atom of value.values()) {
    if (atom.is === 'text') texts.push(atom)
    else if (atom.is === 'instance' && atom.path !== undefined)
      texts.push({ text: atom.path, isExact: false, isPath: true })
    else return undefined
  }
  return texts.length === 0 ? undefined : texts
}

/** The possible paths of a value; `undefined` among them if it may be any. */
export function pathsIn(value: AbstractValue): (string | undefined)[] {
  if (value.size === 0) return [undefined]
  return [...value.values()].map((atom) =>
    atom.is === 'text' ? atom.text : atom.is === 'instance' ? atom.path : undefined,
  )
}

/** `a/b`, or `b` if that is absolute. */
export function joinPath(left: string, right: string): string {
  if (right.startsWith('/')) return right
  return left === '' || left.endsWith('/') ? left + right : `${left}/${right}`
}

/** Joins parts of a path, starting at the last absolute one. A path with unknown spelling may be absolute too. */
export function joinPaths(values: readonly AbstractValue[]): AbstractValue {
  return joinAll(values, (left, right) => {
    if (right.isPath === true && left.text !== '') return TEXTS
    const text = joinPath(left.text, right.text)
    return left.isPath === true || right.isPath === true ? pathText(text) : textOf(text, left, right)
  })
}

/** Joins the parts even if they begin with a slash. Normalised results stay exact. */
export function concatenatePaths(values: readonly AbstractValue[]): AbstractValue {
  const joined = joinAll(values, (left, right) => {
    if (right.isPath === true && left.text !== '') return TEXTS
    const text = left.text === '' || right.text === '' ? left.text + right.text : `${left.text}/${right.text}`
    return left.isPath === true || right.isPath === true ? pathText(text) : textOf(text, left, right)
  })
  const texts = textsIn(joined)
  if (texts === undefined) return TEXTS
  const isTidy = (text: string) => text.split('/').every((name) => !/^\.{0,2}$/.test(name))
  return union(
    ...texts.map((one) =>
      one.isPath !== true && isTidy(one.text) ? valueOf({ is: 'text', ...one }) : pathText(one.text),
    ),
  )
}

/** Texts as paths with unknown spelling. */
export function asPaths(value: AbstractValue): AbstractValue {
  const texts = textsIn(value)
  return texts === undefined ? TEXTS : union(...texts.map(({ text }) => pathText(text)))
}

/** Texts as path objects. */
export function pathsOf(value: AbstractValue): AbstractValue {
  return union(
    ...[...value.values()].map((atom) =>
      valueOf({ is: 'instance', kind: 'path', path: atom.is === 'text' ? pathIn(atom) : undefined }),
    ),
  )
}

function pathIn({ text }: KnownText): string | undefined {
  return textsIn(pathText(text))?.[0]!.text
}

/** The possible constants of a value; `undefined` among them if it may be anything else. */
export function exactTextsIn(value: AbstractValue): (string | undefined)[] {
  const texts = textsIn(value)
  if (texts === undefined) return [undefined]
  return texts.map(({ text, isExact }) => (isExact ? text : undefined))
}
