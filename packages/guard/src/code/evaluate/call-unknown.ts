import type { Evaluator, FunctionExpression, Given } from './evaluate.js'
import type { Expression } from './program.js'
import { isEffectful } from './tables.js'
import { exactTextsIn, NOTHING, union, valueOf, type AbstractValue } from './values.js'

/**
 * Calls a function of which nothing is known, because it comes from a module of the project or of others. What it is given
 * may be a path; a function of the code that it is given may be called.
 */
export function callUnknown(evaluator: Evaluator, callee: Expression, given: Given): AbstractValue {
  const all = union(...given.positional, ...given.keywords.values(), given.spread ?? NOTHING)
  evaluator.noticeEnvironment(all)
  const inside = evaluator.memory.closure(all)
  const list = listFor(evaluator, callee)
  if (isNamed(callee, evaluator.table.leaves)) evaluator.refuse()
  for (const atom of inside.values()) {
    if (atom.is === 'module' || evaluator.isGuarded(atom) || (atom.is === 'act' && isEffectful(atom.act)))
      evaluator.refuse()
    else if (atom.is === 'container') evaluator.memory.mutate(atom.site)
    else if (atom.is === 'function') evaluator.giveNothing(atom.site as FunctionExpression)
    else if (atom.is === 'text') for (const text of exactTextsIn(valueOf(atom))) evaluator.facts.add(list, text)
    else if (atom.is === 'texts' || atom.is === 'data' || atom.is === 'found') evaluator.facts.add(list, undefined)
    else if (atom.is === 'instance') evaluator.facts.add(list, atom.path)
  }
  return evaluator.doubt()
}

/** What its name tells about what it does with a path. */
function listFor({ table }: Evaluator, callee: Expression): 'loads' | 'saved' | 'handed' {
  if (isNamed(callee, table.loads)) return 'loads'
  return isNamed(callee, table.saves) ? 'saved' : 'handed'
}

/** By its whole name, or the first word of it. */
function isNamed(callee: Expression, names: ReadonlySet<string>): boolean {
  const name = callee.is === 'member' || callee.is === 'name' ? callee.name : ''
  return names.has(name) || names.has(/^_*([A-Z]?[a-z]*)/.exec(name)![1]!.toLowerCase())
}
