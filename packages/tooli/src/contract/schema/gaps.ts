import { isDeepStrictEqual } from 'node:util'
import type { Form, JsonType } from '../../schema/form.js'
import { boundGaps } from './bounds.js'
import type { Gap, Side, Step } from './gap.js'
import { objectGaps } from './object-gaps.js'
import { admits, alternativesIn, assertionsOf, choicesIn, toForm, typesIn, untoldKeyword } from './parts.js'

/**
 * Reasons why `outer` may refuse a value that `inner` accepts. An empty list proves that there is no such value;
 * keywords that cannot be compared are gaps too.
 */
export function gapsBetween(inner: unknown, outer: unknown, side: Side, at: readonly Step[] = []): Gap[] {
  const [own, other] = [toForm(inner), toForm(outer)]
  if (assertionsOf(other).length === 0 || isDeepStrictEqual(own, other)) return []
  const untold = untoldKeyword(own, other)
  if (untold !== undefined) {
    return [{ at, keyword: untold, inner: own[untold], outer: other[untold], isUntold: true }]
  }
  const alternatives = alternativesIn(own)
  // Keywords beside alternatives only narrow them down further.
  if (alternatives !== undefined && alternatives.length > 0) {
    return withoutDoubles(alternatives.flatMap((alternative) => gapsBetween(alternative, other, side, at)))
  }
  const { anyOf: _, oneOf: __, allOf, ...rest } = other
  const gaps = [...plainGaps(own, rest, side, at)]
  for (const part of allOf ?? []) gaps.push(...partGaps(own, part, side, at))
  const choices = alternativesIn(other)
  if (choices !== undefined) gaps.push(...alternativeGaps(own, choices, side, at))
  return withoutDoubles(gaps)
}

/** One part of an `allOf`: it suffices that one part of the other `allOf` lies within it. */
function partGaps(inner: Form, part: unknown, side: Side, at: readonly Step[]): Gap[] {
  const { allOf = [], ...own } = inner
  const gaps = gapsBetween(own, part, side, at)
  const isCovered = allOf.some((other) => gapsBetween(other, part, side, at).length === 0)
  return isCovered ? [] : gaps
}

/** Each type, and each choice, must fit one of the alternatives. */
function alternativeGaps(inner: Form, alternatives: Form[], side: Side, at: readonly Step[]): Gap[] {
  const choices = choicesIn(inner)
  if (choices !== undefined) {
    const refused = choices.filter((value) => !alternatives.some((alternative) => admits(alternative, value)))
    return refused.length === 0 ? [] : [{ at, keyword: 'enum', inner: refused }]
  }
  return typesIn(inner).flatMap((type) => {
    const one = { ...inner, type }
    const found = alternatives.map((alternative) => gapsBetween(one, alternative, side, at))
    if (found.some((gaps) => gaps.length === 0)) return []
    // The nearest alternative is probably the intended one.
    const near = found.filter((gaps) => gaps.every(({ keyword, at: place }) => keyword !== 'type' || place !== at))
    const nearest = near.toSorted((a, b) => a.length - b.length)[0]
    return nearest ?? [{ at, keyword: 'type', inner: [type], outer: alternatives.flatMap(typesIn) }]
  })
}

/** Compares two schemas without alternatives. */
function* plainGaps(inner: Form, outer: Form, side: Side, at: readonly Step[]): Generator<Gap> {
  const choices = choicesIn(inner)
  if (choices !== undefined) return yield* choiceGaps(choices, inner, outer, at)
  const [types, allowed] = [typesIn(inner), typesIn(outer)]
  const refused = types.filter((type) => !isAmong(type, allowed))
  if (refused.length > 0) yield { at, keyword: 'type', inner: refused, outer: allowed }
  const kept = types.filter((type) => isAmong(type, allowed))
  const isCounted = outer.enum !== undefined || outer.const !== undefined
  if (isCounted && kept.length > 0) yield { at, keyword: 'enum', outer: choicesIn(outer) }
  for (const type of kept) {
    yield* boundGaps(type, inner, outer, at)
    if (type === 'array' && outer.items !== undefined) {
      yield* gapsBetween(inner.items, outer.items, side, [...at, '[]'])
    }
    if (type === 'object') yield* objectGaps(inner, outer, side, at, gapsBetween)
  }
}

/** The values are known, so each can be tried. */
function* choiceGaps(choices: readonly unknown[], inner: Form, outer: Form, at: readonly Step[]): Generator<Gap> {
  const left = withoutShared(outer, inner)
  const refused = choices.filter((value) => !admits(left, value))
  if (refused.length === 0) return
  const allowed = typesIn(outer)
  if (refused.length === choices.length && !typesIn(inner).some((type) => isAmong(type, allowed))) {
    yield { at, keyword: 'type', inner: typesIn(inner), outer: allowed }
  } else yield { at, keyword: 'enum', inner: refused, outer: outer.enum ?? outer.const }
}

/** A keyword that is equal in both refuses nothing. Keywords about keys stay, because they depend on each other. */
function withoutShared(outer: Form, inner: Form): Form {
  const isShared = (keyword: string) =>
    !['properties', 'required', 'additionalProperties'].includes(keyword) &&
    isDeepStrictEqual(outer[keyword], inner[keyword])
  return Object.fromEntries(Object.entries(outer).filter(([keyword]) => !isShared(keyword)))
}

function isAmong(type: JsonType, allowed: readonly JsonType[]): boolean {
  return allowed.includes(type) || (type === 'integer' && allowed.includes('number'))
}

function withoutDoubles(gaps: readonly Gap[]): Gap[] {
  return [...new Map(gaps.map((gap) => [JSON.stringify([gap.at, gap.keyword, gap.inner, gap.outer]), gap])).values()]
}
