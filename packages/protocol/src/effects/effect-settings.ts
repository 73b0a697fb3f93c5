import { parseDuration } from '../duration.js'
import { isObject } from '../object.js'
import { FLAG, oneOf, readSettings, TEXTS, type SettingRule } from '../settings.js'
import type { Effects } from '../types/tool.js'
import {
  DURATION_FIELDS,
  EFFECT_GROUPS,
  LIST_FIELDS,
  PATHS_FIELD,
  SCALAR_FIELDS,
  setField,
  type EffectField,
} from './fields.js'

const DURATION: SettingRule = {
  must: 'be a duration such as "30s"',
  holds: (value) => typeof value === 'string' && parseDuration(value) !== undefined,
}

function ruleOf(order: readonly unknown[]): SettingRule {
  return order.includes(true) ? FLAG : oneOf(order.filter((value) => value !== undefined))
}

/** Effects that a program passes, nested or with dotted names. Throws a TypeError for what is no effect. */
export function readEffectSettings(value: unknown, name: string): Effects {
  const rules = Object.fromEntries([
    ...SCALAR_FIELDS.map(({ field, order }) => [field, ruleOf(order)] as const),
    ...[...LIST_FIELDS, PATHS_FIELD].map((field) => [field, TEXTS] as const),
    ...DURATION_FIELDS.map((field) => [field, DURATION] as const),
  ])
  const effects: Effects = {}
  for (const [field, one] of Object.entries(readSettings(flat(value), name, rules))) {
    setField(effects, field as EffectField, one)
  }
  return effects
}

function flat(value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      EFFECT_GROUPS.includes(key) && isObject(one)
        ? Object.entries(one).map(([inner, each]) => [`${key}.${inner}`, each])
        : [[key, one]],
    ),
  )
}
