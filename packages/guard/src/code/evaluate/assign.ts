import type { Evaluator } from './evaluate.js'
import { elementsOf, memberOf } from './lookup.js'
import type { AssignmentTarget, VariableScope } from './program.js'
import { isEffectful } from './tables.js'
import { textsIn, union, valueOf, type AbstractValue } from './values.js'

/** The rest of an object. Only for data, whose members are all alike. */
function restOf(evaluator: Evaluator, value: AbstractValue): AbstractValue {
  const isPlain = [...value.values()].every((atom) => atom.is === 'container' || atom.is === 'data')
  return isPlain ? value : evaluator.refuse()
}

export function checkKey(evaluator: Evaluator, key: AbstractValue): void {
  if (!evaluator.table.hasProperties) return
  if (textsIn(key)?.some(({ text }) => evaluator.table.refusedMembers.has(text)) === true) evaluator.refuse()
}

/** Puts a value into containers. Functions with effects must not end up where their calls would not be seen. */
export function store(evaluator: Evaluator, into: AbstractValue, value: AbstractValue, isLiteral = false): void {
  if ([...value.values()].some((atom) => atom.is === 'act' && isEffectful(atom.act))) evaluator.refuse()
  for (const atom of into.values()) {
    if (atom.is === 'container') {
      evaluator.memory.put(atom.site, value)
      if (!isLiteral) evaluator.memory.mutate(atom.site)
    } else if (atom.is === 'data') evaluator.memory.put(evaluator.memory.outside, value)
    else if (atom.is === 'instance' && evaluator.table.kinds.get(atom.kind)?.isData === true) {
      const others = new Map([...value].filter(([, one]) => !evaluator.isOfOtherKind(one)))
      if (others.size < value.size && evaluator.isOfOtherKind(atom)) evaluator.doubt()
      if (!evaluator.memory.isInert(evaluator.isOfOtherKind(atom) ? others : value)) evaluator.refuse()
    } else if (atom.is !== 'plain' && atom.is !== 'text' && atom.is !== 'texts') evaluator.refuse()
  }
}

export function assign(evaluator: Evaluator, target: AssignmentTarget, value: AbstractValue): void {
  switch (target.is) {
    case 'name': {
      const { name, scope } = target
      if (evaluator.table.refused.has(name)) evaluator.refuse()
      const { scopes, isGlobal } = scope.meaningsOf(name)
      for (const one of scopes) evaluator.memory.assign(one, name, value)
      if (isGlobal) {
        const top = outermost(scope)
        top.partial.add(name)
        evaluator.memory.assign(top, name, value)
      }
      return
    }
    case 'member':
      return assignMember(evaluator, evaluator.value(target.of), target.name, value)
    case 'element': {
      const key = evaluator.value(target.key)
      const of = evaluator.value(target.of)
      checkKey(evaluator, key)
      if (of.size === 0) return putIntoUnknown(evaluator, value)
      const isComputed = [...key.values()].some((atom) => atom.is !== 'plain' && !(atom.is === 'text' && atom.isExact))
      if (evaluator.table.hasProperties && isComputed && !evaluator.memory.isInert(value)) evaluator.refuse()
      return store(evaluator, of, union(target.isSlice === true ? elementsOf(evaluator, value) : value, key))
    }
    case 'elements':
      if ([...value.values()].some((atom) => evaluator.isGuarded(atom))) evaluator.refuse()
      for (const one of target.to) assign(evaluator, one, elementsOf(evaluator, value))
      return
    case 'rest':
      evaluator.memory.put(target, value)
      return assign(evaluator, target.to, valueOf({ is: 'container', site: target }))
    case 'members':
      for (const { name, to } of target.of) assign(evaluator, to, memberOf(evaluator, value, name))
      if (target.rest !== undefined) assign(evaluator, target.rest, restOf(evaluator, value))
      return
    case 'or':
      return assign(evaluator, target.to, union(value, evaluator.value(target.value)))
    case 'refused':
      for (const one of target.of) evaluator.value(one)
      evaluator.refuse()
  }
}

/** A member of a third-party module is set. */
function putIntoUnknown(evaluator: Evaluator, value: AbstractValue): void {
  if (evaluator.memory.isInert(value)) evaluator.doubt()
  else evaluator.refuse()
}

function assignMember(evaluator: Evaluator, of: AbstractValue, name: string, value: AbstractValue): void {
  if (of.size === 0) return putIntoUnknown(evaluator, value)
  for (const atom of of.values()) {
    if (atom.is === 'instance') {
      const isSettable = evaluator.table.kinds.get(atom.kind)?.settable.has(name) === true
      const isCalled = [...value.values()].some(
        (one) => one.is === 'function' || (one.is === 'act' && isEffectful(one.act)),
      )
      if (!isSettable || isCalled) evaluator.refuse()
    } else if (!evaluator.table.hasProperties || evaluator.table.refusedMembers.has(name)) evaluator.refuse()
    else store(evaluator, valueOf(atom), value)
  }
}

function outermost(scope: VariableScope): VariableScope {
  return scope.parent === undefined ? scope : outermost(scope.parent)
}
