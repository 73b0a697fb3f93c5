import { EFFECT_FIELDS, fieldOf, inheritedEffects, worst, type EffectField, type Effects } from '@atip/protocol'

/** The effects that hold below a node: those from above, overlaid with its own. */
export function overlay(above: Effects | undefined, own: Effects | undefined): Effects | undefined {
  if (above === undefined || own === undefined) return own ?? above
  return inheritedEffects([{ effects: above }, { effects: own }])
}

/** A node's own effects, filled with the fields that are stated neither on it nor above it. */
export function fillEffects(
  own: Effects | undefined,
  stated: Effects | undefined,
  added: Effects | undefined,
): Effects | undefined {
  const missing = EFFECT_FIELDS.filter(
    (field) => fieldOf(added ?? {}, field) !== undefined && fieldOf(stated ?? {}, field) === undefined,
  ).filter((field) => field !== 'filesystem.paths' || stated?.filesystem === undefined)
  if (missing.length === 0) return own
  const result = missing.reduce((effects, field) => withField(effects, field, fieldOf(added!, field)), own ?? {})
  // Paths belong to the effects stated beside them, and do not hold for added ones.
  const isOutside = own?.filesystem?.paths !== undefined && missing.some((field) => field.startsWith('filesystem.'))
  return isOutside ? withField(result, 'filesystem.paths', undefined) : result
}

/** Only the effects that are certainly bad, without any claim to be safe. */
export function onlyBad(effects: Effects | undefined): Effects | undefined {
  const bad = worst(effects ?? {}, {})
  return Object.keys(bad).length === 0 ? undefined : bad
}

function withField(effects: Effects, field: EffectField, value: unknown): Effects {
  const [first, second] = field.split('.') as [string, string?]
  const bag = effects as Record<string, unknown>
  if (second === undefined) return { ...bag, [first]: value }
  const group = { ...(bag[first] as Record<string, unknown> | undefined), [second]: value }
  if (value === undefined) delete group[second]
  return { ...bag, [first]: group }
}
