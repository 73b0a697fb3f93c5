import {
  EFFECT_FIELDS,
  fieldOf,
  type CommandRule,
  type Condition,
  type EffectField,
  type Effects,
  type ParameterExtension,
  type ParameterRule,
} from '@atip/protocol'

/** The fields of x-atip on a parameter that say what a call does; the rest says how words are read. */
const RULE_FIELDS: ReadonlySet<string> = new Set(['when', 'effects', 'harmless', 'unknown', 'value', 'note', 'cases'])

/** Names of the parameters of a layer that have another name in the merged description. */
export type Renames = ReadonlyMap<string, string>

export const NO_RENAMES: Renames = new Map()

export function rulesIn(extension: ParameterExtension | undefined): ParameterRule[] {
  if (extension === undefined) return []
  const { cases = [] } = extension
  const own = ruleOf(extension)
  return saysSomething(own) ? [own, ...cases] : cases
}

export function saysSomething({ effects, harmless, unknown, value }: ParameterRule): boolean {
  return effects !== undefined || harmless !== undefined || unknown !== undefined || value !== undefined
}

/** How words are read, without what they do. */
export function syntaxIn(extension: ParameterExtension | undefined): ParameterExtension | undefined {
  if (extension === undefined) return undefined
  const entries = Object.entries(extension).filter(([key]) => !RULE_FIELDS.has(key))
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as ParameterExtension)
}

/** What of a rule can only make a call look worse. What a value is counts where it is something to be run. */
export function worseningPart<R extends ParameterRule>(rule: R): R | undefined {
  if (rule.harmless !== undefined) return undefined
  const { value, ...rest } = rule
  const kept = value?.kind === 'command' || value?.kind === 'code' ? rule : (rest as R)
  return saysSomething(kept) ? kept : undefined
}

/** What of a rule speaks of something that these rules do not speak of. */
export function unspokenPart(rule: ParameterRule, rules: readonly ParameterRule[]): ParameterRule | undefined {
  if (rules.length === 0) return rule
  const { harmless: _, effects, value, ...rest } = rule
  if (rule.harmless !== undefined) return undefined
  const spoken = new Set(EFFECT_FIELDS.filter((field) => rules.some((one) => states(one, field))))
  const left = effects && withoutFields(effects, (field) => spoken.has(field))
  const kept: ParameterRule = {
    ...rest,
    ...(left && { effects: left }),
    ...(value !== undefined && rules.every((one) => one.value === undefined) && { value }),
  }
  return saysSomething(kept) ? kept : undefined
}

/** What of a rule is not said, word for word, by one of these rules already. */
export function newPart<R extends CommandRule>(rule: R, rules: readonly CommandRule[]): R | undefined {
  const when = JSON.stringify(rule.when)
  const alike = rules.filter((one) => one.when === undefined || JSON.stringify(one.when) === when)
  const isSaid = (field: EffectField, value: unknown) =>
    alike.some(
      ({ effects, harmless }) =>
        harmless === undefined && JSON.stringify(fieldOf(effects ?? {}, field)) === JSON.stringify(value),
    )
  const { effects, unknown, ...rest } = rule as ParameterRule
  const left = effects && withoutFields(effects, isSaid)
  const isUnknown = unknown === true && !alike.some((one) => one.unknown === true)
  const value = JSON.stringify(rest.value)
  if (alike.some((one) => JSON.stringify((one as ParameterRule).value) === value)) delete rest.value
  const kept = { ...rest, ...(left && { effects: left }), ...(isUnknown && { unknown }) }
  return saysSomething(kept) ? (kept as R) : undefined
}

/** An extension with further rules behind those it has. */
export function withRules(extension: ParameterExtension | undefined, rules: readonly ParameterRule[]) {
  if (rules.length === 0) return extension
  return { ...extension, cases: [...(extension?.cases ?? []), ...rules] }
}

/** A rule whose conditions name parameters as the merged description does. */
export function renamed<R extends { when?: Condition }>(rule: R, names: Renames): R {
  const { when } = rule
  if (when === undefined || names.size === 0 || (when.with === undefined && when.without === undefined)) return rule
  const rename = (name: string) => names.get(name) ?? name
  return {
    ...rule,
    when: {
      ...when,
      ...(when.with && { with: when.with.map(rename) }),
      ...(when.without && { without: when.without.map(rename) }),
    },
  }
}

function ruleOf({ when, effects, harmless, unknown, value, note }: ParameterExtension): ParameterRule {
  return {
    ...(when && { when }),
    ...(effects && { effects }),
    ...(harmless && { harmless }),
    ...(unknown !== undefined && { unknown }),
    ...(value && { value }),
    ...(note !== undefined && { note }),
  }
}

function states({ effects }: ParameterRule, field: EffectField): boolean {
  return effects !== undefined && fieldOf(effects, field) !== undefined
}

function withoutFields(
  effects: Effects,
  isLeftOut: (field: EffectField, value: unknown) => boolean,
): Effects | undefined {
  const result: Record<string, unknown> = {}
  for (const field of EFFECT_FIELDS) {
    const value = fieldOf(effects, field)
    if (value === undefined || isLeftOut(field, value)) continue
    const [first, second] = field.split('.') as [string, string?]
    if (second === undefined) result[first] = value
    else result[first] = { ...(result[first] as object | undefined), [second]: value }
  }
  return Object.keys(result).length === 0 ? undefined : (result as Effects)
}
