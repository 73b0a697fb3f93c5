import { fieldOf, type Effects } from '@atip/protocol'
import { FALSE, FIRST_LIST, FLAGS, LISTS, TRUE, WORSE_WITH_OPTIONS, type EffectFacts } from './effect-bits.js'

/** `isWorseWithOptions`: some option or argument makes it destructive, although a plain call is not. */
export function factsOf(effects: Effects, isWorseWithOptions = false): EffectFacts {
  let facts = isWorseWithOptions ? WORSE_WITH_OPTIONS : 0
  for (const [index, field] of FLAGS.entries()) {
    const value = fieldOf(effects, field)
    if (value === true || value === false) facts |= (value ? TRUE : FALSE) << (2 * index)
  }
  for (const [index, list] of LISTS.entries()) {
    if ((effects[list]?.length ?? 0) > 0) facts |= 1 << (FIRST_LIST + index)
  }
  return facts
}

/** Converts back to ATIP effects. What exactly is created or deleted is not stored. */
export function effectsIn(facts: EffectFacts): Effects {
  const flag = (index: number) => {
    const bits = (facts >> (2 * index)) & 3
    return bits === TRUE ? true : bits === FALSE ? false : undefined
  }
  const [destructive, reversible, idempotent, network, write, deletes] = FLAGS.map((_, index) => flag(index))
  const filesystem = known({ write, delete: deletes })
  return {
    ...known({ destructive, reversible, idempotent, network }),
    ...(Object.keys(filesystem).length > 0 && { filesystem }),
    ...Object.fromEntries(
      LISTS.filter((_, index) => (facts >> (FIRST_LIST + index)) & 1).map((list) => [list, [SOMETHING]]),
    ),
  }
}

const SOMETHING = 'something'

function known<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}
