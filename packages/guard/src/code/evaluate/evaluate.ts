import { isSecretPath } from '../../places/index.js'
import type { CodeFacts } from '../facts/code-facts.js'
import { FactCollector } from '../facts/collector.js'
import { applyAct } from './apply.js'
import { callUnknown } from './call-unknown.js'
import { assign, checkKey, store } from './assign.js'
import { elementOf, elementOfAtom, elementsOf, memberOf, memberValue } from './lookup.js'
import { Memory } from './memory.js'
import type { CallArgument, Expression, FunctionParameter } from './program.js'
import { isEffectful, type LanguageTable } from './tables.js'
import {
  DATA,
  exactText,
  joinPaths,
  joinTexts,
  NOTHING,
  pathsOf,
  PLAIN_VALUE,
  textsIn,
  TEXTS,
  union,
  valueOf,
  type Atom,
  type Site,
  type AbstractValue,
} from './values.js'

/** Code that is not fully evaluated after this many rounds counts as not understood. */
const MOST_ROUNDS = 60

/** The evaluated arguments of a call. */
export interface Given {
  positional: readonly AbstractValue[]
  keywords: ReadonlyMap<string, AbstractValue>
  /** Elements of `*values`, which may be any of the arguments. */
  spread?: AbstractValue
}

export type FunctionExpression = Extract<Expression, { is: 'function' }>

/**
 * Abstract interpretation: computes all values that each expression may have, on any path through the code. A variable
 * holds every value ever assigned to it, a list every value ever put into it. Rounds repeat until nothing changes.
 */
export class Evaluator {
  readonly memory = new Memory()
  facts = new FactCollector()
  readonly #functions = new Set<FunctionExpression>()
  readonly #given = new Set<FunctionParameter>()
  readonly #uncalled = new Set<FunctionParameter>()
  #inside: FunctionExpression | undefined

  constructor(
    readonly table: LanguageTable,
    readonly readSql: (text: string) => CodeFacts,
  ) {}

  run(program: Expression): CodeFacts {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.facts = new FactCollector()
      this.memory.isChanged = false
      this.value(program)
      if (this.memory.isChanged) continue
      this.#callTheUncalled()
      if (!this.memory.isChanged) return this.facts.facts()
    }
    this.refuse()
    return this.facts.facts()
  }

  refuse(): AbstractValue {
    this.facts.isUnderstood = false
    this.facts.isStrange = true
    return NOTHING
  }

  /** Marks a value from a third-party or project module: it is unknown, but no reason for suspicion. */
  doubt(): AbstractValue {
    this.facts.isUnderstood = false
    this.facts.callsOthers = true
    return NOTHING
  }

  /** Calls the remaining functions with data, because unseen code may call them. */
  #callTheUncalled(): void {
    for (const { parameters } of this.#functions) {
      for (const parameter of parameters) {
        if (this.#given.has(parameter)) continue
        this.#uncalled.add(parameter)
        this.#give(parameter, DATA)
        this.memory.isChanged = true
      }
    }
  }

  value(expression: Expression): AbstractValue {
    switch (expression.is) {
      case 'text':
        if (namesSecretFile(expression.text)) this.facts.add('named', expression.text)
        return exactText(expression.text)
      case 'bytes':
        return TEXTS
      case 'plain':
        return PLAIN_VALUE
      case 'data':
        return DATA
      case 'caught':
        return this.table.kinds.has(EXCEPTION) ? valueOf({ is: 'instance', kind: EXCEPTION }) : DATA
      case 'joined': {
        const parts = expression.parts.map((part) => this.value(part))
        this.noticeEnvironment(union(...parts))
        return joinTexts(parts)
      }
      case 'operation':
        return this.#operation(
          expression.operator,
          expression.of.map((one) => this.value(one)),
          expression,
        )
      case 'either':
        return union(...expression.of.map((one) => this.value(one)))
      case 'name':
        return this.#name(expression)
      case 'member':
        return memberOf(this, this.value(expression.of), expression.name)
      case 'element':
        return elementOf(this, this.value(expression.of), this.value(expression.key))
      case 'slice': {
        for (const bound of expression.bounds) this.value(bound)
        return union(...[...this.value(expression.of).values()].map((atom) => this.#slice(atom, expression)))
      }
      case 'each':
        return elementsOf(this, this.value(expression.of))
      case 'call':
        return this.#call(expression)
      case 'function':
        return this.#function(expression)
      case 'container':
        return this.#container(expression)
      case 'assign': {
        const value = this.value(expression.value)
        assign(this, expression.to, value)
        return value
      }
      case 'update': {
        const [before, value] = [this.value(expression.of), this.value(expression.value)]
        if ([...before.values()].some((atom) => this.isGuarded(atom))) this.refuse()
        const lists = new Map([...before].filter(([, atom]) => atom.is === 'container' || atom.is === 'data'))
        if (!this.table.hasProperties) store(this, lists, elementsOf(this, value))
        const after = union(before, this.#operation(expression.operator, [before, value], expression))
        assign(this, expression.to, after)
        return after
      }
      case 'return': {
        const value = this.value(expression.value)
        if (this.#inside !== undefined) this.memory.returns(this.#inside, value)
        // The return value of a generator is carried by its final exception and treated as data, so it must be data.
        if (this.#inside?.isGenerator === true && expression.isYield !== true && !this.memory.isInert(value))
          this.refuse()
        return DATA
      }
      case 'raise':
        // A caught exception is treated as data, so only data may be thrown.
        if (!this.memory.isInert(this.value(expression.value))) this.refuse()
        return NOTHING
      case 'import':
        return this.#import(expression.module, expression.isTop)
      case 'sequence':
        return expression.of.reduce<AbstractValue>((_, one) => this.value(one), PLAIN_VALUE)
      case 'refused':
        for (const one of expression.of) this.value(one)
        return this.refuse()
    }
  }

  #slice(atom: Atom, site: Site): AbstractValue {
    if (atom.is === 'text') return TEXTS
    if (atom.is !== 'container') return valueOf(atom)
    this.memory.put(site, this.memory.contents(atom.site))
    return valueOf({ is: 'container', site })
  }

  #name({ name, scope }: Extract<Expression, { is: 'name' }>): AbstractValue {
    if (this.table.refused.has(name)) return this.refuse()
    const { scopes, isGlobal } = scope.meaningsOf(name)
    const member = isGlobal ? this.table.globals.get(name) : undefined
    if (scopes.length === 0 && member === undefined) return this.refuse()
    return union(
      ...scopes.map((one) => this.memory.variable(one, name)),
      member === undefined ? NOTHING : memberValue(name, member),
    )
  }

  #import(module: string, isTop: boolean): AbstractValue {
    if (this.table.hasProperties) return this.require(module)
    this.facts.addImport(module)
    if (this.isOfOthers(module) && !this.table.modules.has(module)) return this.doubt()
    if (!this.table.modules.has(module)) this.refuse()
    return valueOf({ is: 'module', name: isTop ? module.split('.')[0]! : module })
  }

  /** Imports a module by its name, or reads a data file. */
  require(name: string): AbstractValue {
    const module = name.replace(/^node:/, '')
    if (this.table.modules.has(module)) return valueOf({ is: 'module', name: module })
    const isFile = /^\.{0,2}\/.*\.json$/.test(name)
    if (isFile || /^(?:@[\w.-]+\/)?[\w-][\w.-]*\/package\.json$/.test(name)) {
      return this.requireData(isFile ? name : `node_modules/${name}`)
    }
    this.facts.addImport(name)
    if (/^(?:@[\w.-]+\/)?\w[\w./-]*$/.test(name) && this.isOfOthers(name)) return this.doubt()
    if (!/^\.{0,2}\/[^:%?#]*$/.test(name)) return this.refuse()
    this.facts.add('loads', name)
    return this.doubt()
  }

  requireData(path: string): AbstractValue {
    this.facts.add('reads', path)
    return DATA
  }

  /** Whether a module is not part of the standard library. */
  isOfOthers(module: string): boolean {
    return !this.table.standard.has(module.replace(/^node:/, '').split(/[./]/)[0]!)
  }

  #operation(operator: string, values: readonly AbstractValue[], site: Site): AbstractValue {
    const all = union(...values)
    if (operator !== 'in') this.noticeEnvironment(all)
    if (operator === 'format') return TEXTS
    const isPath = [...all.values()].some((atom) => atom.is === 'instance' && atom.kind === 'path')
    if (operator === '/' && isPath) return pathsOf(joinPaths(values))
    if (operator === 'in') {
      for (const atom of values.at(-1)!.values()) elementOfAtom(this, atom, values[0]!)
      return PLAIN_VALUE
    }
    // In TypeScript, `f<type>(x)` is a call.
    if (operator === '<' && [...all.values()].some((atom) => atom.is === 'act' || atom.is === 'function'))
      return this.refuse()
    if (COMPARES.has(operator) || [...all.values()].every((atom) => atom.is === 'plain')) return PLAIN_VALUE
    if (operator === '+' && values.every((value) => textsIn(value) !== undefined)) return joinTexts(values)
    if (this.table.hasProperties) return operator === '+' ? TEXTS : PLAIN_VALUE
    return union(this.handedOn(all, site), this.textsMadeOf(all))
  }

  /** Texts, if a value contains any. */
  textsMadeOf(value: AbstractValue): AbstractValue {
    const isText = (atom: Atom) => atom.is === 'text' || atom.is === 'texts'
    return [...this.memory.closure(value).values()].some(isText) ? TEXTS : NOTHING
  }

  /** The possible results of a function that may return its arguments, or a value that contains them. */
  handedOn(value: AbstractValue, site: Site): AbstractValue {
    const closure = this.memory.closure(value)
    if (this.memory.isInert(value)) {
      // A value that is put into the result later also ends up in these containers.
      return union(DATA, new Map([...closure].filter(([, atom]) => atom.is === 'container' || atom.is === 'found')))
    }
    this.memory.put(site, closure)
    this.memory.put(site, valueOf({ is: 'container', site }))
    return union(DATA, closure, valueOf({ is: 'container', site }))
  }

  /** Records that the code reads the whole environment. */
  noticeEnvironment(value: AbstractValue): void {
    const atoms = [...this.memory.closure(value).values()]
    if (atoms.some((atom) => this.#showsEnvironment(atom))) this.facts.addVariable(undefined)
  }

  isEnvironment(atom: Atom): boolean {
    return atom.is === 'instance' && this.table.kinds.get(atom.kind)?.isEnvironment === true
  }

  #showsEnvironment(atom: Atom): boolean {
    return (
      this.isEnvironment(atom) || (atom.is === 'instance' && this.table.kinds.get(atom.kind)?.showsEnvironment === true)
    )
  }

  isOpened(atom: Atom): boolean {
    return atom.is === 'instance' && this.table.kinds.get(atom.kind)?.isOpened === true
  }

  isOfOtherKind(atom: Atom): boolean {
    return atom.is === 'instance' && this.table.kinds.get(atom.kind)?.isOfOthers === true
  }

  isGuarded(atom: Atom): boolean {
    if (atom.is === 'module') return true
    return atom.is === 'instance' && this.table.kinds.get(atom.kind)?.isGuarded === true
  }

  #container(container: Extract<Expression, { is: 'container' }>): AbstractValue {
    const items = container.items.map(({ key, value, isSpread }) => ({
      key: key === undefined ? undefined : this.value(key),
      value: isSpread === true ? this.#spread(this.value(value)) : this.value(value),
      isSpread,
    }))
    for (const { key, value } of items) {
      if (key !== undefined) checkKey(this, key)
      store(this, valueOf({ is: 'container', site: container }), union(value, key ?? NOTHING), true)
    }
    const isKnown = container.isShuffled !== true && !items.some(({ isSpread }) => isSpread === true)
    this.memory.literals.set(container, isKnown ? items : undefined)
    return valueOf({ is: 'container', site: container })
  }

  #spread(value: AbstractValue): AbstractValue {
    if ([...value.values()].some((atom) => this.isGuarded(atom))) return this.refuse()
    return elementsOf(this, value)
  }

  #function(expression: FunctionExpression): AbstractValue {
    this.#functions.add(expression)
    for (const parameter of expression.parameters) {
      if (parameter.default !== undefined) this.#give(parameter, this.value(parameter.default), false)
      if (this.#uncalled.has(parameter)) this.#give(parameter, DATA)
    }
    const around = this.#inside
    this.#inside = expression
    this.value(expression.body)
    this.#inside = around
    return valueOf({ is: 'function', site: expression })
  }

  /** Unknown code calls it with unknown arguments. */
  giveNothing({ parameters }: FunctionExpression): void {
    for (const parameter of parameters) this.#give(parameter, NOTHING)
  }

  #give(parameter: FunctionParameter, value: AbstractValue, isCall = true): void {
    if (isCall) this.#given.add(parameter)
    if (parameter.isRest !== true) return assign(this, parameter.to, value)
    this.memory.put(parameter, value)
    assign(this, parameter.to, valueOf({ is: 'container', site: parameter }))
  }

  #call(call: Extract<Expression, { is: 'call' }>): AbstractValue {
    const callee = this.value(call.callee)
    const given = this.#arguments(call.values)
    if (callee.size === 0) {
      this.#noticeVisible(call.callee)
      return callUnknown(this, call.callee, given)
    }
    return union(
      ...[...callee.values()].map((atom) => {
        if (atom.is === 'function') return this.callFunction(atom.site as FunctionExpression, given)
        if (atom.is === 'act') return applyAct(this, atom, given, call)
        // A missing property, where a method of that name exists as well.
        if (atom.is === 'plain' && callee.size > 1) return NOTHING
        this.#noticeVisible(call.callee)
        return this.refuse()
      }),
    )
  }

  #noticeVisible(callee: Expression): void {
    if (callee.is === 'member' || callee.is === 'name') this.facts.destroys ??= this.table.visible.get(callee.name)
  }

  #arguments(given: readonly CallArgument[]): Given {
    const positional: AbstractValue[] = []
    const keywords = new Map<string, AbstractValue>()
    let spread: AbstractValue | undefined
    for (const { value, keyword, isSpread } of given) {
      const found = this.value(value)
      if (isSpread === true) spread = union(spread ?? NOTHING, this.#spread(found))
      else if (keyword !== undefined) keywords.set(keyword, found)
      else if (spread === undefined) positional.push(found)
      // It follows a spread, so its position is unknown.
      else spread = union(spread, found)
    }
    return { positional, keywords, ...(spread !== undefined && { spread }) }
  }

  callFunction(called: FunctionExpression, { positional, keywords, spread }: Given): AbstractValue {
    const { parameters } = called
    const rest = parameters.filter(({ isRest }) => isRest === true)
    // Parameters after `*rest` are only given by name.
    const placed = rest.length === 0 ? parameters : parameters.slice(0, parameters.indexOf(rest[0]!))
    for (const [index, value] of positional.entries()) {
      const parameter = placed[index]
      if (parameter !== undefined) this.#give(parameter, value)
      else for (const one of rest) this.#give(one, value)
    }
    for (const [keyword, value] of keywords) {
      const parameter = parameters.find(({ name }) => name === keyword)
      for (const one of parameter === undefined ? rest : [parameter]) this.#give(one, value)
    }
    if (spread !== undefined) for (const parameter of parameters) this.#give(parameter, spread)
    for (const one of rest) this.#give(one, NOTHING)
    return called.isGenerator ? valueOf({ is: 'container', site: called }) : this.memory.returned(called)
  }

  /** Calls a function that was passed as a value. The first argument may differ from the others. */
  callBack(atom: Atom, first: AbstractValue, others: AbstractValue): AbstractValue {
    if (atom.is === 'function') {
      const called = atom.site as FunctionExpression
      const given = called.parameters.map((_, index) => (index === 0 ? first : others))
      return this.callFunction(called, { positional: given, keywords: new Map() })
    }
    if (atom.is !== 'act' || isEffectful(atom.act)) return this.refuse()
    const positional = [first, others, others].slice(0, atom.act.parameters?.length)
    return applyAct(this, atom, { positional, keywords: new Map() }, atom.act)
  }
}

/** Whether a file of this name is a secret in any folder. */
function namesSecretFile(text: string): boolean {
  return text.length < 100 && isSecretPath(`/x/${text}`, '/~')
}

/** The kind of caught exceptions, in languages whose exceptions reference their cause. */
const EXCEPTION = 'exception'

const COMPARES = new Set(['compare', 'not', '<'])
