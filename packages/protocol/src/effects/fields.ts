import type { Effects } from '../types/tool.js'

/**
 * Every field of an effects object with one value, and its values from harmless to worst.
 * `undefined` is "unknown": worse than a known good value, better than a known bad one.
 */
export const SCALAR_FIELDS = [
  { field: 'destructive', order: [false, undefined, true] },
  { field: 'reversible', order: [true, undefined, false] },
  { field: 'idempotent', order: [true, undefined, false] },
  { field: 'network', order: [false, undefined, true] },
  { field: 'subprocess', order: [false, undefined, true] },
  { field: 'filesystem.read', order: [false, undefined, true] },
  { field: 'filesystem.write', order: [false, undefined, true] },
  { field: 'filesystem.delete', order: [false, undefined, true] },
  { field: 'cost.billable', order: [false, undefined, true] },
  { field: 'cost.estimate', order: ['none', 'free', 'low', 'medium', undefined, 'high'] },
  { field: 'interactive.stdin', order: ['none', 'optional', undefined, 'required', 'password'] },
  { field: 'interactive.prompts', order: [false, undefined, true] },
  { field: 'interactive.tty', order: [false, undefined, true] },
] as const

/** Kinds of resources a call touches; absent is unknown, an empty list is "none". */
export const LIST_FIELDS = ['creates', 'modifies', 'deletes'] as const

export const DURATION_FIELDS = ['duration.typical', 'duration.timeout'] as const

export const PATHS_FIELD = 'filesystem.paths'

export type EffectField =
  | (typeof SCALAR_FIELDS)[number]['field']
  | (typeof LIST_FIELDS)[number]
  | (typeof DURATION_FIELDS)[number]
  | typeof PATHS_FIELD

export const EFFECT_FIELDS: readonly EffectField[] = [
  ...SCALAR_FIELDS.map(({ field }) => field),
  ...LIST_FIELDS,
  PATHS_FIELD,
  ...DURATION_FIELDS,
]

/** The objects inside an effects object that hold fields of their own. */
export const EFFECT_GROUPS: readonly string[] = ['filesystem', 'interactive', 'cost', 'duration']

type Bag = Record<string, unknown>

interface Address {
  group: string | undefined
  name: string
}

/** The group of a field, if it is in one, and its name there. */
const ADDRESSES = new Map<EffectField, Address>()
// Not with `map` and `split`: this runs at every program start, and they would take longer than the rest of it.
for (const field of EFFECT_FIELDS) {
  const dot = field.indexOf('.')
  ADDRESSES.set(field, { group: dot === -1 ? undefined : field.slice(0, dot), name: field.slice(dot + 1) })
}

export function fieldOf(effects: Effects, field: EffectField): unknown {
  const { group, name } = ADDRESSES.get(field)!
  return group === undefined ? (effects as Bag)[name] : ((effects as Bag)[group] as Bag | undefined)?.[name]
}

/** Sets a field in place; `undefined` is left out, so that unknown stays absent. */
export function setField(effects: Effects, field: EffectField, value: unknown): void {
  if (value === undefined) return
  const { group, name } = ADDRESSES.get(field)!
  const bag = effects as Bag
  if (group === undefined) bag[name] = value
  else ((bag[group] ??= {}) as Bag)[name] = value
}

/** Sets a field in place, and removes it where the new value is unknown. */
export function replaceField(effects: Effects, field: EffectField, value: unknown): void {
  if (value !== undefined) return setField(effects, field, value)
  const { group, name } = ADDRESSES.get(field)!
  const bag = effects as Bag
  if (group === undefined) delete bag[name]
  else delete (bag[group] as Bag | undefined)?.[name]
}
