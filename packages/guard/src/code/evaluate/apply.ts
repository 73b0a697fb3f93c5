import { store } from './assign.js'
import { noticeEffects } from './effects.js'
import type { Evaluator, Given } from './evaluate.js'
import { hiddenOf } from '../../places/index.js'
import { elementsOf, memberOf } from './lookup.js'
import { checkNames } from './named.js'
import { isEffectful, type Act } from './tables.js'
import {
  asPaths,
  asTexts,
  concatenatePaths,
  DATA,
  exactTextsIn,
  globText,
  exactText,
  joinPaths,
  NOTHING,
  pathsOf,
  pathText,
  PLAIN_VALUE,
  textsIn,
  TEXTS,
  union,
  valueOf,
  type Atom,
  type Site,
  type AbstractValue,
} from './values.js'

type ActAtom = Extract<Atom, { is: 'act' }>

/** Calls a function of the language or its library: collects its effects and computes its result. */
export function applyAct(evaluator: Evaluator, atom: ActAtom, given: Given, site: Site): AbstractValue {
  return new Application(evaluator, atom, given, site).apply()
}

class Application {
  readonly #act: Act
  readonly #self: AbstractValue
  readonly #all: AbstractValue

  constructor(
    readonly evaluator: Evaluator,
    readonly atom: ActAtom,
    readonly given: Given,
    readonly site: Site,
  ) {
    this.#act = atom.act
    this.#self = atom.self === undefined ? NOTHING : valueOf(atom.self)
    this.#all = union(...given.positional, ...given.keywords.values(), given.spread ?? NOTHING)
  }

  apply(): AbstractValue {
    const { evaluator } = this
    this.#noticeChanges()
    if (this.#act.anything !== true) this.#guard()
    if (this.#act.onlyData === true && !evaluator.memory.isInert(this.#all)) evaluator.refuse()
    if (this.#act.requires === true) return this.#require()
    evaluator.noticeEnvironment(this.#all)
    if (this.#isPlaced()) this.#checkArguments()
    if (this.#act.names !== undefined) this.#checkNames(this.#act.names)
    noticeEffects({
      evaluator,
      act: this.#act,
      argument: (place) => this.#argument(place),
      usesShell: this.given.keywords.has('shell'),
    })
    if (this.#act.wraps === true) return this.#wrapped()
    if (this.#act.anything === true) this.#callInside()
    const called = this.#act.anything === true ? NOTHING : this.#callBacks()
    return this.#result(called)
  }

  /** A method may change the list it is called on or is given: `list.reverse(a)`. */
  #noticeChanges(): void {
    const { table, memory } = this.evaluator
    const [, method] = /^data\.(.*)$/.exec(this.atom.name) ?? []
    if (method === undefined || table.keeping.has(method)) return
    for (const atom of (this.atom.self === undefined ? this.#all : this.#self).values()) {
      if (atom.is === 'container') memory.mutate(atom.site)
    }
  }

  #require(): AbstractValue {
    const names = textsIn(this.#argument(0) ?? NOTHING) ?? [undefined]
    return union(
      ...names.map((name) => {
        if (name?.isPath === true && name.text.endsWith('.json')) return this.evaluator.requireData(name.text)
        return name?.isExact === true ? this.evaluator.require(name.text) : this.evaluator.refuse()
      }),
    )
  }

  /** The functions among the arguments. Before there are any, the decorator itself. */
  #wrapped(): AbstractValue {
    const functions = new Map([...this.#all].filter(([, atom]) => isFunction(atom)))
    return functions.size === 0 ? valueOf(this.atom) : functions
  }

  /** Guarded values and effectful functions may only go to functions that track them: elsewhere they would be lost. */
  #guard(): void {
    const isGuarded = [...this.#all.values()].some((atom) => {
      if (atom.is === 'act') return isEffectful(atom.act)
      return this.evaluator.isGuarded(atom) && !(this.evaluator.isEnvironment(atom) && this.#act.gives !== 'same')
    })
    if (isGuarded) this.evaluator.refuse()
  }

  #checkNames(names: NonNullable<Act['names']>): void {
    const { evaluator, given } = this
    const kind = this.atom.self?.is === 'instance' ? this.atom.self.kind : this.#act.gives
    if (names !== 'each') return checkNames(evaluator, kind, this.#argument(names) ?? NOTHING)
    if (given.spread !== undefined) evaluator.refuse()
    for (const value of given.positional) checkNames(evaluator, kind, value)
    for (const value of given.keywords.values()) checkNames(evaluator, kind, value, true)
  }

  /** Whether the positions of arguments matter. */
  #isPlaced(): boolean {
    return this.#act.parameters !== undefined
  }

  #checkArguments(): void {
    const { parameters = [], options = [] } = this.#act
    const { positional, keywords, spread } = this.given
    if (spread !== undefined || positional.length > parameters.length) this.evaluator.refuse()
    for (const keyword of keywords.keys()) {
      if (!parameters.includes(keyword) && !options.includes(keyword)) this.evaluator.refuse()
    }
    const at = parameters.indexOf('options')
    if (at !== -1 && positional[at] !== undefined && !this.#areKnownOptions(positional[at])) this.evaluator.refuse()
  }

  /** An object literal with harmless keys, an encoding, or a function. */
  #areKnownOptions(value: AbstractValue): boolean {
    const { memory } = this.evaluator
    return [...value.values()].every((atom) => {
      if (atom.is !== 'container') return atom.is === 'text' || atom.is === 'plain' || atom.is === 'function'
      const items = memory.itemsOf(atom.site)
      return items?.every(({ key }) => {
        const names = key === undefined ? undefined : textsIn(key)
        return names?.every(({ text, isExact }) => isExact && this.#act.options?.includes(text) === true) === true
      })
    })
  }

  #argument(place: number): AbstractValue | undefined {
    if (place === -1) return this.#self
    const name = this.#act.parameters?.[place]
    return this.given.positional[place] ?? (name === undefined ? undefined : this.given.keywords.get(name))
  }

  /** Calls the functions among the arguments, with the other arguments. */
  #callBacks(): AbstractValue {
    const { evaluator } = this
    const functions = [...this.#all.values()].filter(isFunction)
    // A value under a computed key may be a function that evaluates text as code.
    if ((this.#act.each === true || this.#act.calls === true) && this.#all.has('found')) evaluator.refuse()
    this.#callInside()
    if (functions.length === 0) return NOTHING
    const values = union(this.#self, this.#all)
    const others = withoutFunctions(values)
    const elements = elementsOf(evaluator, this.#act.each === true ? others : NOTHING)
    const everything = union(DATA, evaluator.memory.closure(this.#act.calls === true ? values : others))
    const results = functions.map((one) => {
      if (this.#act.resolves === true) return evaluator.callBack(one, RESOLVE, RESOLVE)
      if (this.#act.passes === true) return evaluator.callBack(one, this.#self, everything)
      // A library function would otherwise call itself without end.
      const rest = one.is === 'act' ? union(DATA, evaluator.memory.closure(others)) : everything
      return evaluator.callBack(one, elements.size > 0 ? elements : rest, rest)
    })
    return union(...results)
  }

  /** Methods such as `toJSON` are called implicitly. */
  #callInside(): void {
    const { evaluator } = this
    if (!evaluator.table.hasProperties) return
    for (const atom of evaluator.memory.closure(withoutFunctions(this.#all)).values()) {
      if (atom.is === 'function') evaluator.callBack(atom, DATA, DATA)
    }
  }

  #result(called: AbstractValue): AbstractValue {
    const { evaluator, site } = this
    const given = union(this.#self, withoutFunctions(this.#all))
    const { gives } = this.#act
    if (this.#act.place !== undefined) return pathText(this.#act.place)
    if (this.#act.member === true) return this.#member()
    switch (gives) {
      case 'data':
        if (!evaluator.memory.isInert(called)) return evaluator.handedOn(called, site)
        if (this.#isHome()) return pathText('~')
        return union(evaluator.handedOn(this.#kept(), site), this.#textsMade())
      case 'plain':
        return PLAIN_VALUE
      case 'texts':
        return TEXTS
      case 'handed': {
        this.#putIntoEachOther()
        return evaluator.handedOn(union(this.#self, this.#all, called), site)
      }
      case 'same':
        return this.#self
      case 'element':
        return union(elementsOf(evaluator, given), called, this.#single(given))
      case 'elements':
      case 'pairs':
        return this.#list(gives, union(called, elementsOf(evaluator, given), this.#single(given)))
      case 'mapped':
        return this.#list(gives, called)
      case 'concatenated':
        return this.given.spread === undefined ? concatenatePaths(this.given.positional) : TEXTS
      case 'joined':
        return this.given.spread === undefined ? joinPaths(this.given.positional) : TEXTS
      case 'resolved':
        return this.given.spread === undefined ? asPaths(joinPaths(this.given.positional)) : TEXTS
      case 'as-path':
        return textsIn(given) === undefined ? DATA : asPaths(given)
      case 'as-text':
        return textsIn(given) === undefined ? DATA : asTexts(given)
      case 'promise':
        return union(called, this.#self)
      default:
        return this.#instance(gives)
    }
  }

  /** A pure function can make text from text; a method of data only gives data. */
  #textsMade(): AbstractValue {
    if (isEffectful(this.#act) || this.atom.self?.is === 'data') return NOTHING
    return this.evaluator.textsMadeOf(this.atom.self === undefined ? this.#all : this.#self)
  }

  /** Elements passed one by one, as in `max(a, b)`. */
  #single(given: AbstractValue): AbstractValue {
    return new Map([...given].filter(([, atom]) => atom.is !== 'container'))
  }

  #member(): AbstractValue {
    const [of = NOTHING, name = NOTHING, otherwise = NOTHING] = [0, 1, 2].map((place) => this.#argument(place))
    const names = exactTextsIn(name)
    const found = names.map((one) => (one === undefined ? this.evaluator.refuse() : memberOf(this.evaluator, of, one)))
    return union(otherwise, ...found)
  }

  /** Values with behaviour that a new object may hold. Opened files are excluded, as their opening was recorded. */
  #kept(): AbstractValue {
    if (this.#act.anything === true) return NOTHING
    const { memory } = this.evaluator
    const inSelf = [...this.#self].filter(([, atom]) => atom.is === 'container' || atom.is === 'data')
    const held = memory.closure(union(this.#all, new Map(inSelf)))
    return new Map(
      [...held].filter(
        ([, atom]) => atom.is === 'module' || (atom.is === 'instance' && !this.evaluator.isOpened(atom)),
      ),
    )
  }

  #isHome(): boolean {
    const { environment } = this.#act
    const name = environment === undefined ? undefined : this.#argument(environment)
    const names = name === undefined ? undefined : textsIn(name)
    return names?.length === 1 && names[0]!.text === 'HOME'
  }

  #list(gives: string, elements: AbstractValue): AbstractValue {
    const list = valueOf({ is: 'container', site: this.site })
    this.evaluator.memory.put(this.site, gives === 'pairs' ? union(elements, list) : elements)
    return list
  }

  /** The function may put any of its arguments into any other. */
  #putIntoEachOther(): void {
    const { evaluator } = this
    // As a plain function, it may change the target of a computed key, such as a prototype.
    if (this.atom.self === undefined && this.#all.has('found')) evaluator.refuse()
    const containers = [...union(this.#self, this.#all)].filter(
      ([, atom]) => atom.is === 'container' || (atom.is === 'data' && atom === this.atom.self),
    )
    if (this.atom.self?.is === 'found') store(evaluator, DATA, this.#all)
    const values = this.#act.anything === true ? NOTHING : union(this.#all, elementsOf(evaluator, this.#onlyLists()))
    for (const [, container] of containers) {
      const rest = new Map([...values].filter(([, atom]) => atom !== container && atom.is !== 'function'))
      store(evaluator, valueOf(container), rest)
    }
  }

  #onlyLists(): AbstractValue {
    return new Map([...this.#all].filter(([, atom]) => atom.is === 'container' || atom.is === 'data'))
  }

  #instance(gives: string): AbstractValue {
    const { positional, spread } = this.given
    const base = this.atom.self?.is === 'instance' && this.atom.self.kind === 'path' ? [this.#self] : []
    const parts = spread === undefined ? [...base, ...positional] : [TEXTS]
    const below = this.#act.below === undefined ? [] : [globText(this.#act.below)]
    switch (gives) {
      case 'path':
        return pathsOf(joinPaths(parts.length + below.length === 0 ? [exactText('.')] : [...below, ...parts]))
      case 'paths':
        return this.#list(
          'elements',
          pathsOf(this.#withHidden(joinPaths([...base, ...below, ...parts.slice(base.length, base.length + 1)]))),
        )
      case 'a path':
        return valueOf({ is: 'instance', kind: 'path' })
      case 'names':
        return this.#list('elements', this.#namesIn(positional))
      case 'matches':
        return this.#list('elements', this.#withHidden(patterns(this.#argument(0) ?? TEXTS)))
      case 'walk': {
        const folders = joinPaths([parts[0] ?? exactText('.'), globText('**')])
        return this.#list('pairs', union(parts[0] ?? NOTHING, folders, globText('*')))
      }
      default:
        return this.#plainInstance(gives)
    }
  }

  #namesIn([, ...others]: readonly AbstractValue[]): AbstractValue {
    return this.#withHidden(globText(others.length > 0 ? '**' : '*'))
  }

  #withHidden(found: AbstractValue): AbstractValue {
    const { hidden } = this.#act
    const isMeant = hidden === true || (hidden !== undefined && this.given.keywords.has(hidden))
    const texts = isMeant ? textsIn(found) : undefined
    if (texts === undefined) return found
    return union(found, ...texts.flatMap(({ text }) => hiddenOf(text) ?? []).map(globText))
  }

  /** The contents of tables are not tracked, so they may only receive data. */
  #plainInstance(kind: string): AbstractValue {
    const isTable = this.evaluator.table.kinds.get(kind)?.isData === true
    const isOther = [...this.#kept().values()].some((atom) => atom.is !== 'instance' || atom.kind !== kind)
    if (isTable && isOther && this.#act.reads === undefined) this.evaluator.refuse()
    return valueOf({ is: 'instance', kind })
  }
}

/** The function passed to the executor of a promise. Its argument is treated as data. */
const RESOLVE = valueOf({ is: 'act', name: 'resolve', act: { gives: 'plain', onlyData: true } })

function isFunction(atom: Atom): boolean {
  return atom.is === 'function' || atom.is === 'act'
}

function withoutFunctions(value: AbstractValue): AbstractValue {
  return new Map([...value].filter(([, atom]) => !isFunction(atom)))
}

/** Texts as glob patterns of their matches. */
function patterns(value: AbstractValue): AbstractValue {
  const texts = textsIn(value)
  // Not all languages support braces and groups in patterns.
  const isPlain = texts?.every(({ text }) => !/[{}()]/.test(text))
  return texts === undefined || isPlain !== true ? TEXTS : union(...texts.map(({ text }) => globText(text)))
}
