import type { Act } from './tables.js'

/** One thing that an expression may be. */
export type Atom =
  /** A constant; where it is not exact, a glob pattern of what it may be. */
  | { is: 'text'; text: string; isExact: boolean }
  /** More constants than are worth keeping. */
  | { is: 'texts' }
  /** A number, a truth value, nothing. */
  | { is: 'plain' }
  /** Anything made of texts and numbers that the code did not build itself, and of what it put into such a thing. */
  | { is: 'data' }
  /** Data, or a function that the language keeps under a computed key. */
  | { is: 'found' }
  /** A list, table or object that is built here. */
  | { is: 'container'; site: Site }
  | { is: 'module'; name: string }
  /** Something with members of its own, such as an opened file, perhaps with its path. */
  | { is: 'instance'; kind: string; path?: string | undefined }
  /** A function of the language or its library. */
  | { is: 'act'; name: string; act: Act; self?: Atom | undefined }
  /** A function of the code. */
  | { is: 'function'; site: Site }

/** Where in the code it is made. */
export type Site = object

/** Everything that an expression may be. Without atoms: nothing that is known yet. */
export type AbstractValue = ReadonlyMap<string, Atom>

export const NOTHING: AbstractValue = new Map()
export const DATA = valueOf({ is: 'data' })
export const PLAIN_VALUE = valueOf({ is: 'plain' })
export const TEXTS = valueOf({ is: 'texts' })

export const exactText = (text: string) => valueOf({ is: 'text', text, isExact: true })
export const globText = (text: string) => valueOf({ is: 'text', text, isExact: false })

export function valueOf(...atoms: readonly Atom[]): AbstractValue {
  return new Map(atoms.map((atom) => [keyOf(atom), atom]))
}

/** Of more texts than these, it is only known that they are texts. */
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

/** A number for what has no name. */
function numberOf(thing: object): number {
  if (!numbers.has(thing)) numbers.set(thing, ++lastNumber)
  return numbers.get(thing)!
}

export function keyOf(atom: Atom): string {
  switch (atom.is) {
    case 'text':
      return `text ${atom.isExact} ${atom.text}`
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

/** Texts put together; computed as soon as one of them is. */
export function joinTexts(values: readonly AbstractValue[], separator = ''): AbstractValue {
  let found: { text: string; isExact: boolean }[] = [{ text: '', isExact: true }]
  for (const [index, value] of values.entries()) {
    const texts = textsIn(value)
    if (texts === undefined || found.length * texts.length > MOST_TEXTS) return TEXTS
    found = found.flatMap((left) =>
      texts.map((right) => ({
        text: index === 0 ? right.text : `${left.text}${separator}${right.text}`,
        isExact: left.isExact && right.isExact,
      })),
    )
    if (found.some(({ text }) => text.length > LONGEST_TEXT)) return TEXTS
  }
  return union(...found.map((one) => valueOf({ is: 'text', ...one })))
}

/** The texts that a value may be, also of paths; undefined if it may be anything else. */
export function textsIn(value: AbstractValue): { text: string; isExact: boolean }[] | undefined {
  const texts: { text: string; isExact: boolean }[] = []
  for (const atom of value.values()) {
    if (atom.is === 'text') texts.push(atom)
    else if (atom.is === 'instance' && atom.path !== undefined) texts.push({ text: atom.path, isExact: false })
    else return undefined
  }
  return texts.length === 0 ? undefined : texts
}

/** The paths that a value may be, `undefined` among them if it may be any. */
export function pathsIn(value: AbstractValue): (string | undefined)[] {
  if (value.size === 0) return [undefined]
  return [...value.values()].map((atom) =>
    atom.is === 'text' ? atom.text : atom.is === 'instance' ? atom.path : undefined,
  )
}

/** `a/b`, or `b` where it begins at the root or the home folder. */
export function joinPath(left: string, right: string): string {
  if (/^[/~]/.test(right) || left === '') return right
  return right === '' ? left : `${left.replace(/\/$/, '')}/${right}`
}

export function joinPaths(values: readonly AbstractValue[]): AbstractValue {
  if (values.length === 0) return exactText('.')
  return values.reduce((left, right) => {
    const [lefts, rights] = [textsIn(left), textsIn(right)]
    if (lefts === undefined || rights === undefined || lefts.length * rights.length > MOST_TEXTS) return TEXTS
    return union(
      ...lefts.flatMap((one) =>
        rights.map((other) =>
          valueOf({
            is: 'text',
            text: joinPath(one.text, other.text),
            isExact: one.isExact && other.isExact,
          }),
        ),
      ),
    )
  })
}

/** Texts as paths. */
export function pathsOf(value: AbstractValue): AbstractValue {
  return union(
    ...[...value.values()].map((atom) =>
      valueOf({ is: 'instance', kind: 'path', path: atom.is === 'text' ? atom.text : undefined }),
    ),
  )
}

/** The constants that a value may be, `undefined` among them if it may be anything else. */
export function exactTextsIn(value: AbstractValue): (string | undefined)[] {
  const texts = textsIn(value)
  if (texts === undefined) return [undefined]
  return texts.map(({ text, isExact }) => (isExact ? text : undefined))
}
