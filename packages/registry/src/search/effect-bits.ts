/**
 * The effects that distinguish reading, changing and destroying, in two bytes: two bits for each field that is true,
 * false or unknown, then one for each non-empty list, then one for effects of options. Pages load this module, so it
 * imports nothing.
 */
export type EffectFacts = number

export const FLAGS = [
  'destructive',
  'reversible',
  'idempotent',
  'network',
  'filesystem.write',
  'filesystem.delete',
] as const
export const LISTS = ['creates', 'modifies', 'deletes'] as const
export const TRUE = 1
export const FALSE = 2
export const FIRST_LIST = 2 * FLAGS.length
export const WORSE_WITH_OPTIONS = 1 << (FIRST_LIST + LISTS.length)

/** The facts of an entry without stated effects: all unknown. */
export const NOTHING_KNOWN: EffectFacts = 0

export function isWorseWithOptions(facts: EffectFacts): boolean {
  return (facts & WORSE_WITH_OPTIONS) !== 0
}

const bitsOf = (field: (typeof FLAGS)[number]) => TRUE << (2 * FLAGS.indexOf(field))
const ACTS =
  bitsOf('destructive') |
  bitsOf('filesystem.write') |
  bitsOf('filesystem.delete') |
  (((1 << LISTS.length) - 1) << FIRST_LIST)

/** Whether it is known to change something. */
export function isActor(facts: EffectFacts): boolean {
  return (facts & ACTS) !== 0
}
