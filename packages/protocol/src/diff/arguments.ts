import type { Argument } from '../types/tool.js'
import { appeared, changed, parameterPlace, vanished, type Change, type ChangePlace } from './change.js'
import { equal } from '../equal.js'
import type { OptionOwner } from './options.js'
import { pairUp } from './pairing.js'
import { diffParameter } from './parameter.js'

export function* diffArguments(
  before: readonly Argument[] = [],
  after: readonly Argument[] = [],
  { place: owner, bases }: OptionOwner,
): Generator<Change> {
  if (equal(before, after)) return
  // An argument at the same position was renamed, not replaced.
  const { pairs, gone, fresh } = pairUp(before, after, (_, index) => [String(index)])
  const placeOf = ({ name }: Argument) => parameterPlace(owner, 'argument', name)
  for (const [old, now] of pairs) yield* diffParameter(old, now, placeOf(old), bases)
  for (const argument of gone) yield vanished('breaking', placeOf(argument))
  const positions = new Map(after.map((argument, index) => [argument, index]))
  const kept = pairs.filter(([, now]) => !isKeyword(now)).map(([, now]) => positions.get(now)!)
  const last = kept.reduce((highest, position) => Math.max(highest, position), -1)
  for (const argument of fresh) {
    const shifts = !isKeyword(argument) && positions.get(argument)! < last
    if (argument.required !== false) yield appeared('breaking', placeOf(argument), ' and required')
    else if (shifts) yield appeared('breaking', placeOf(argument), ' and shifts the arguments after it')
    else yield appeared('compatible', placeOf(argument))
  }
  if (kept.some((position, index) => index > 0 && position < kept[index - 1]!)) {
    const list: ChangePlace = { ...owner, subject: { type: 'argument' }, title: `arguments of ${owner.title}` }
    yield changed('breaking', list, 'order', before.map(nameOf), after.map(nameOf))
  }
}

function nameOf({ name }: Argument): string {
  return name
}

/** Written `of=FILE` in any place, so its position means nothing. */
function isKeyword(argument: Argument): boolean {
  return argument['x-atip']?.keyword !== undefined
}
