import type { Evaluator } from './evaluate.js'
import { isEffectful } from './tables.js'
import type { AbstractValue, Atom } from './values.js'

/**
 * Refuses names of members that may have effects: `agg('to_csv')` calls `to_csv`. With `isPair`, the last item of a
 * list is the name, as in `agg(total=('amount', 'sum'))`.
 */
export function checkNames(evaluator: Evaluator, kind: string, value: AbstractValue, isPair = false): void {
  for (const atom of value.values()) if (!isKnown(evaluator, kind, atom, isPair)) evaluator.refuse()
}

function isKnown(evaluator: Evaluator, kind: string, atom: Atom, isPair: boolean): boolean {
  switch (atom.is) {
    case 'plain':
    case 'function':
      return true
    case 'act':
      return !isEffectful(atom.act)
    case 'text': {
      const member = atom.isExact ? evaluator.table.kinds.get(kind)?.members.get(atom.text) : undefined
      return member?.is === 'act' && !isEffectful(member.act)
    }
    case 'container': {
      const items = evaluator.memory.itemsOf(atom.site)
      for (const item of isPair ? (items?.slice(-1) ?? []) : (items ?? [])) checkNames(evaluator, kind, item.value)
      return items !== undefined
    }
    default:
      return false
  }
}
