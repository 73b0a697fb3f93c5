import type { Evaluator } from './evaluate.js'
import { INERT } from './memory.js'
import { isEffectful, type Member } from './tables.js'
import {
  DATA,
  exactText,
  NOTHING,
  pathText,
  PLAIN_VALUE,
  textsIn,
  TEXTS,
  union,
  valueOf,
  type AbstractValue,
  type Atom,
} from './values.js'

/** A member of each possible value. Members that lead out of the known library are refused, whatever the value is. */
export function memberOf(evaluator: Evaluator, value: AbstractValue, name: string): AbstractValue {
  const isRefused = evaluator.table.refusedMembers.has(name)
  if (value.size === 0) return isRefused || isWayOut(evaluator, name) ? evaluator.refuse() : evaluator.doubt()
  const members = [...value.values()].map((atom) =>
    isRefused && !isDescribed(evaluator, atom, name) ? evaluator.refuse() : memberOfAtom(evaluator, atom, name),
  )
  return union(...members)
}

/** Whether the member is listed for this very module or kind. */
function isDescribed({ table }: Evaluator, atom: Atom, name: string): boolean {
  if (atom.is === 'module') return table.modules.get(atom.name)?.has(name) === true
  return atom.is === 'instance' && table.kinds.get(atom.kind)?.members.has(name) === true
}

/** A dunder member of an unknown value leads to the internals of its functions. */
function isWayOut({ table }: Evaluator, name: string): boolean {
  return name.startsWith('__') && !table.data.has(name)
}

function memberOfAtom(evaluator: Evaluator, atom: Atom, name: string): AbstractValue {
  switch (atom.is) {
    case 'module': {
      const member = evaluator.table.modules.get(atom.name)?.get(name)
      const inner = `${atom.name}.${name}`
      if (evaluator.table.modules.has(inner)) return valueOf({ is: 'module', name: inner })
      // An awaited import.
      if (evaluator.table.hasProperties && name === 'then')
        return memberValue(inner, evaluator.table.data.get(name)!, atom)
      if (member !== undefined) return memberValue(inner, member)
      return evaluator.isOfOthers(atom.name) ? memberOf(evaluator, NOTHING, name) : evaluator.refuse()
    }
    case 'instance': {
      const kind = evaluator.table.kinds.get(atom.kind)
      const member = kind?.members.get(name)
      if (member !== undefined) return memberValue(`${atom.kind}.${name}`, member, atom)
      if (kind?.isEnvironment === true && evaluator.table.hasProperties) return variableOf(evaluator, exactText(name))
      if (evaluator.isOfOtherKind(atom) && !evaluator.table.data.has(name)) return memberOf(evaluator, NOTHING, name)
      return kind?.isData === true ? memberOfData(evaluator, atom, name) : evaluator.refuse()
    }
    case 'act': {
      const inner = evaluator.table.kinds.get(`class ${atom.name}`)?.members.get(name)
      if (inner !== undefined) return memberValue(`${atom.name}.${name}`, inner)
      // A method accessed through its type: `str.upper`.
      const member = !evaluator.table.hasProperties && isType(atom) ? evaluator.table.data.get(name) : undefined
      return member === undefined ? evaluator.refuse() : memberValue(`data.${name}`, member)
    }
    case 'function':
      return evaluator.refuse()
    default:
      return memberOfData(evaluator, atom, name)
  }
}

function memberOfData(evaluator: Evaluator, atom: Atom, name: string): AbstractValue {
  const member = evaluator.table.data.get(name)
  const property = evaluator.table.hasProperties ? union(contentsOf(evaluator, atom), PLAIN_VALUE) : NOTHING
  if (member !== undefined) {
    // Data stored under the name of a method cannot be called, so only the code's own values matter.
    const hidden = new Map([...property].filter(([, one]) => member.is === 'value' || !INERT.has(one.is)))
    return union(memberValue(`data.${name}`, member, atom), hidden)
  }
  return evaluator.table.hasProperties ? property : evaluator.refuse()
}

export function elementOf(evaluator: Evaluator, value: AbstractValue, key: AbstractValue): AbstractValue {
  if (value.size === 0) return evaluator.doubt()
  const names = textsIn(key)
  if (!evaluator.table.hasProperties || [...key.values()].every((atom) => atom.is === 'plain')) {
    return union(...[...value.values()].map((atom) => elementOfAtom(evaluator, atom, key)))
  }
  if (names?.every(({ isExact }) => isExact) === true) {
    return union(...names.map(({ text }) => memberOf(evaluator, value, text)))
  }
  // A computed key may name a method, or lead to the prototype.
  return union(...[...value.values()].map((atom) => elementOfAtom(evaluator, atom, key)), valueOf({ is: 'found' }))
}

export function elementOfAtom(evaluator: Evaluator, atom: Atom, key: AbstractValue): AbstractValue {
  if (evaluator.isEnvironment(atom)) return variableOf(evaluator, key)
  // A generic type: `list[int]`.
  if (atom.is === 'act' && !evaluator.table.hasProperties && !isEffectful(atom.act)) return DATA
  return elementsOfAtom(evaluator, atom)
}

function variableOf(evaluator: Evaluator, name: AbstractValue): AbstractValue {
  const names = textsIn(name)
  if (names?.every(({ isExact }) => isExact) !== true) evaluator.facts.addVariable(undefined)
  else for (const { text } of names) evaluator.facts.addVariable(text)
  return names?.length === 1 && names[0]!.text === 'HOME' ? pathText('~') : DATA
}

export function elementsOf(evaluator: Evaluator, value: AbstractValue): AbstractValue {
  return union(...[...value.values()].map((atom) => elementsOfAtom(evaluator, atom)))
}

function elementsOfAtom(evaluator: Evaluator, atom: Atom): AbstractValue {
  switch (atom.is) {
    case 'container':
    case 'data':
    case 'found':
      return contentsOf(evaluator, atom)
    case 'text':
    case 'texts':
      return TEXTS
    case 'plain':
      return NOTHING
    case 'instance': {
      const kind = evaluator.table.kinds.get(atom.kind)
      if (kind?.isEnvironment === true) evaluator.facts.addVariable(undefined)
      else if (evaluator.table.hasProperties && kind?.isOpened !== true) return evaluator.refuse()
      // It also has the members of data, and may contain values that the code stored elsewhere.
      return kind?.isData === true ? union(valueOf(atom), evaluator.memory.contents(evaluator.memory.outside)) : DATA
    }
    default:
      return evaluator.refuse()
  }
}

function contentsOf(evaluator: Evaluator, atom: Atom): AbstractValue {
  if (atom.is === 'container') return evaluator.memory.contents(atom.site)
  if (atom.is === 'data') return union(DATA, evaluator.memory.contents(evaluator.memory.outside))
  if (atom.is === 'found') return union(DATA, valueOf(atom), evaluator.memory.contents(evaluator.memory.outside))
  if (atom.is === 'instance') return valueOf(atom)
  // A name in a listing is represented as text, but may be an entry with its own properties.
  return atom.is === 'plain' ? PLAIN_VALUE : DATA
}

export function memberValue(name: string, member: Member, self?: Atom): AbstractValue {
  switch (member.is) {
    case 'value':
      return DATA
    case 'constant':
      return exactText(member.text)
    case 'module':
      return valueOf({ is: 'module', name: member.name })
    case 'instance':
      return valueOf({ is: 'instance', kind: member.kind })
    case 'act':
      return valueOf({ is: 'act', name, act: member.act, self })
  }
}

/** Whether this may be a data type, whose methods only take data: not itself a method, and without effects. */
function isType({ act, name, self }: Extract<Atom, { is: 'act' }>): boolean {
  return self === undefined && !name.startsWith('data.') && !isEffectful(act) && TYPES.has(act.gives)
}

const TYPES = new Set(['data', 'handed', 'elements', 'pairs', 'as-text', 'plain', 'texts'])
