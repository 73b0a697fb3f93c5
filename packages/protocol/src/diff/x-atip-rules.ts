import { NO_EFFECTS, worsen } from '../effects/worst.js'
import type { Effects } from '../types/tool.js'
import type { Condition, ParameterRule, ValueMeaning } from '../types/x-atip.js'
import { changed, type Change, type ChangeKind, type ChangePlace } from './change.js'
import { conditionKey, covers } from './condition.js'
import { effectDifferences, isWorse } from './effects.js'
import { equal } from '../equal.js'
import { addsPower, hasPower, isPromise, isWorseFact, type FurtherFacts } from './value-meaning.js'
import { showCondition } from './wording.js'

/** The effects, on both sides, of the command that has the rules. */
export interface Bases {
  before: Effects
  after: Effects
}

/** For rules that cover several commands: any of them may have been harmless. */
export const ANY_COMMAND: Bases = { before: NO_EFFECTS, after: NO_EFFECTS }

/** All rules under one condition. Those that make a call harmless are kept apart from those that make it worse. */
interface Merged {
  when: Condition | undefined
  harmless: string | undefined
  effects: Effects
  unknown: boolean
  meanings: ValueMeaning[]
  further: FurtherFacts
}

/** Compares what x-atip rules do to a call, before and after. */
export function* diffRules(
  before: readonly ParameterRule[],
  after: readonly ParameterRule[],
  place: ChangePlace,
  bases: Bases,
): Generator<Change> {
  const old = merge(before)
  const now = merge(after)
  const fresh = new Map([...now].filter(([key]) => !old.has(key)).map(([, rule]) => [contentOf(rule), rule]))
  for (const [key, rule] of old) {
    const moved = now.has(key) ? undefined : fresh.get(contentOf(rule))
    if (moved === undefined) yield* diffRule(rule, now.get(key), place, bases)
    else {
      fresh.delete(contentOf(rule))
      now.delete(keyOf(moved))
      yield changed(kindOfCondition(rule, moved, bases), place, 'x-atip.when', rule.when, moved.when)
    }
  }
  for (const [key, rule] of now) if (!old.has(key)) yield* diffRule(undefined, rule, place, bases)
}

function* diffRule(
  old: Merged | undefined,
  now: Merged | undefined,
  place: ChangePlace,
  bases: Bases,
): Generator<Change> {
  const either = (old ?? now)!
  const here = { ...place, title: `${place.title}${showCondition(either.when)}` }
  const isWhole = old !== undefined && now !== undefined
  if (either.harmless !== undefined && !isWhole) {
    // Calling a call harmless is a promise; no longer doing so withdraws it.
    yield changed(now === undefined ? 'danger' : 'effect', here, 'x-atip.harmless', old?.harmless, now?.harmless)
    return
  }
  const callBefore = effectsUnder(old, bases.before)
  const callAfter = effectsUnder(now, bases.after)
  for (const { field, ...values } of effectDifferences(old?.effects ?? {}, now?.effects ?? {})) {
    const kind = isWorse(field, callBefore, callAfter) ? 'danger' : 'effect'
    yield changed(kind, here, `x-atip.effects.${field}`, values.before, values.after)
  }
  const wasUnknown = old?.unknown ?? false
  const isUnknown = now?.unknown ?? false
  if (wasUnknown !== isUnknown) {
    yield changed(isUnknown ? 'danger' : 'effect', here, 'x-atip.unknown', wasUnknown, isUnknown)
  }
  for (const field of FURTHER) {
    const [said, says] = [old?.further[field], now?.further[field]]
    if (said === says) continue
    const kind = isWorseFact({ [field]: said }, { [field]: says }) ? 'danger' : 'effect'
    yield changed(kind, here, `x-atip.${field}`, said, says)
  }
  const meant = old?.meanings ?? []
  const means = now?.meanings ?? []
  if (equal(meant, means)) return
  yield changed(addsPower(meant, means) ? 'danger' : 'effect', here, 'x-atip.value', single(meant), single(means))
}

/** The effects of a call to which the rule applies. */
function effectsUnder(rule: Merged | undefined, base: Effects): Effects {
  if (rule === undefined) return base
  return worsen(rule.harmless === undefined ? base : NO_EFFECTS, rule.effects)
}

/** The same rule under another condition: worse if a danger may hold for more calls, or a promise for fewer. */
function kindOfCondition(old: Merged, now: Merged, bases: Bases): ChangeKind {
  if (now.harmless !== undefined) return covers(now.when, old.when) ? 'effect' : 'danger'
  if (isPromise(now.further) && !covers(now.when, old.when)) return 'danger'
  if (covers(old.when, now.when)) return 'effect'
  const differences = [...effectDifferences(bases.after, effectsUnder(now, bases.after))]
  const isDanger = now.unknown || hasPower(now.meanings) || isWorseFact({}, now.further)
  return isDanger || differences.some((difference) => difference.isWorse) ? 'danger' : 'effect'
}

function merge(rules: readonly ParameterRule[]): Map<string, Merged> {
  const merged = new Map<string, Merged>()
  for (const { when, harmless, effects, unknown = false, value, ...rest } of rules) {
    const further = furtherIn(rest)
    const isEmpty = Object.keys(further).length === 0 && effects === undefined && value === undefined
    if (harmless === undefined && isEmpty && !unknown) continue
    const meanings = value === undefined ? [] : [value]
    const rule: Merged = { when, harmless, effects: effects ?? {}, unknown, meanings, further }
    const same = merged.get(keyOf(rule))
    if (same === undefined) merged.set(keyOf(rule), rule)
    else {
      same.effects = worsen(same.effects, rule.effects)
      same.unknown ||= rule.unknown
      same.meanings.push(...rule.meanings)
      same.further = { ...rule.further, ...same.further }
    }
  }
  return merged
}

const FURTHER: readonly (keyof FurtherFacts)[] = [
  'credential',
  'changes',
  'prints',
  'endless',
  'hidden',
  'reach',
  'loss',
]

function furtherIn(rule: ParameterRule): FurtherFacts {
  return Object.fromEntries(FURTHER.filter((key) => rule[key] !== undefined).map((key) => [key, rule[key]]))
}

function keyOf({ when, harmless }: Merged): string {
  return `${harmless ?? ''} ${conditionKey(when)}`
}

function contentOf({ harmless, effects, unknown, meanings, further }: Merged): string {
  return JSON.stringify([harmless, effects, unknown, meanings, further])
}

function single(meanings: ValueMeaning[]): unknown {
  return meanings.length > 1 ? meanings : meanings[0]
}
