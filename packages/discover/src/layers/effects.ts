import { EFFECT_FIELDS, fieldOf, inheritedEffects, worsen, type EffectField, type Effects } from '@atip/protocol'

/** What a further layer may do about fields that are stated already, and about those that nobody spoke of. */
export interface Say {
  stated: 'keep' | 'worsen'
  /** `worsen`: only what is worse than unknown is written. */
  silent: 'fill' | 'worsen'
}

/** The effects that hold below a node: those from above, overlaid with its own. */
export function overlay(above: Effects | undefined, own: Effects | undefined): Effects | undefined {
  if (above === undefined || own === undefined) return own ?? above
  return inheritedEffects([{ effects: above }, { effects: own }])
}

/** The fields that a further layer changes, with their new values; undefined if it changes none. */
export function changesBy(before: Effects | undefined, added: Effects | undefined, say: Say): Changes | undefined {
  if (added === undefined) return undefined
  const base = before ?? {}
  let delta: Effects | undefined
  const changes: Changes = new Map()
  for (const field of EFFECT_FIELDS) {
    const value = fieldOf(added, field)
    if (value === undefined) continue
    const isStated = fieldOf(base, field) !== undefined
    const isWorsened = (isStated ? say.stated : say.silent) === 'worsen' || isConfined(base, field)
    if (isWorsened) delta = withField(delta ?? {}, field, value)
    else if (!isStated) changes.set(field, value)
  }
  if (delta !== undefined) {
    const worse = worsen(base, delta)
    for (const field of EFFECT_FIELDS) {
      const value = fieldOf(worse, field)
      // What becomes unknown cannot be written: a field that is left out is inherited. Only paths can be lifted.
      if (value === undefined && field !== 'filesystem.paths') continue
      if (!isSame(value, fieldOf(base, field))) changes.set(field, value)
    }
  }
  return changes.size === 0 ? undefined : changes
}

export type Changes = Map<EffectField, unknown>

/**
 * A node's own effects with such changes. Paths belong to what is stated beside them, so where one field of
 * `filesystem` changes, all that holds here is stated.
 */
export function withChanges(own: Effects | undefined, before: Effects | undefined, changes: Changes): Effects {
  let result: Effects = own ?? {}
  const touchesFiles = [...changes.keys()].some((field) => field.startsWith('filesystem.'))
  if (touchesFiles && before?.filesystem !== undefined) result = { ...result, filesystem: before.filesystem }
  for (const [field, value] of changes) result = withField(result, field, value)
  return result
}

/** What a layer says of a command that only it knows, as far as it does not undo what others state above it. */
export function heldBy(above: Effects | undefined, own: Effects | undefined): Effects | undefined {
  if (above === undefined || own === undefined) return own
  const worse = worsen(above, own)
  let result = own
  for (const field of EFFECT_FIELDS) {
    const value = fieldOf(own, field)
    const stated = fieldOf(above, field)
    if (value === undefined || (stated === undefined && !isConfined(above, field))) continue
    const held = fieldOf(worse, field) ?? stated
    if (!isSame(held, value)) result = withField(result, field, held)
  }
  return result
}

function withField(effects: Effects, field: EffectField, value: unknown): Effects {
  const [first, second] = field.split('.') as [string, string?]
  const bag = effects as Record<string, unknown>
  if (second === undefined) return { ...bag, [first]: value }
  const group = { ...(bag[first] as Record<string, unknown> | undefined), [second]: value }
  if (value === undefined) delete group[second]
  return { ...bag, [first]: group }
}

/** Paths narrow down what is stated beside them, and nothing else may get under them. */
function isConfined({ filesystem }: Effects, field: EffectField): boolean {
  if (filesystem === undefined) return false
  return field === 'filesystem.paths' || (field.startsWith('filesystem.') && filesystem.paths !== undefined)
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (!Array.isArray(a) || !Array.isArray(b)) return false
  const values = new Set(a)
  return values.size === new Set(b).size && b.every((value) => values.has(value))
}
