import { isDeepStrictEqual } from 'node:util'
import type { Form, JsonType } from '../../schema/form.js'
import type { Gap, Step } from './gap.js'

/** Keywords that limit a size, by type. */
const SIZES: Partial<Record<JsonType, readonly [lower: string, upper: string]>> = {
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
}

/** Keywords that agree only if their values are equal. */
const ALIKE: Partial<Record<JsonType, readonly string[]>> = {
  string: ['pattern', 'format'],
  integer: ['multipleOf'],
  number: ['multipleOf'],
  array: ['uniqueItems'],
  object: ['propertyNames'],
}

/** Gaps from sizes, limits and patterns of `outer`, for values of one type that `inner` accepts. */
export function* boundGaps(type: JsonType, inner: Form, outer: Form, at: readonly Step[]): Generator<Gap> {
  const gap = (keyword: string): Gap => ({ at, keyword, inner: inner[keyword], outer: outer[keyword] })
  const [lower, upper] = SIZES[type] ?? []
  if (lower !== undefined && numberAt(outer, lower, 0) > numberAt(inner, lower, 0)) yield gap(lower)
  if (upper !== undefined && numberAt(outer, upper, Infinity) < numberAt(inner, upper, Infinity)) yield gap(upper)
  if (type === 'integer' || type === 'number') yield* limitGaps(inner, outer, at)
  for (const keyword of [...(ALIKE[type] ?? []), 'not']) {
    const wanted = outer[keyword]
    const isIdle = wanted === undefined || (keyword === 'uniqueItems' && wanted === false)
    if (!isIdle && !isDeepStrictEqual(inner[keyword], wanted)) yield gap(keyword)
  }
}

/** A limit is met by one that is equally strict, inclusive or exclusive. */
function* limitGaps(inner: Form, outer: Form, at: readonly Step[]): Generator<Gap> {
  const least = Math.max(numberAt(inner, 'minimum', -Infinity), numberAt(inner, 'exclusiveMinimum', -Infinity))
  const most = Math.min(numberAt(inner, 'maximum', Infinity), numberAt(inner, 'exclusiveMaximum', Infinity))
  // Whether the limit itself is allowed.
  const hasLeast = least > numberAt(inner, 'exclusiveMinimum', -Infinity)
  const hasMost = most < numberAt(inner, 'exclusiveMaximum', Infinity)
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = outer
  const gap = (keyword: string, own: number): Gap => ({
    at,
    keyword,
    ...(Number.isFinite(own) && { inner: own }),
    outer: outer[keyword],
  })
  if (minimum !== undefined && least < minimum) yield gap('minimum', least)
  if (maximum !== undefined && most > maximum) yield gap('maximum', most)
  if (exclusiveMinimum !== undefined && (least < exclusiveMinimum || (least === exclusiveMinimum && hasLeast))) {
    yield gap('exclusiveMinimum', least)
  }
  if (exclusiveMaximum !== undefined && (most > exclusiveMaximum || (most === exclusiveMaximum && hasMost))) {
    yield gap('exclusiveMaximum', most)
  }
}

function numberAt(form: Form, keyword: string, otherwise: number): number {
  const value = form[keyword]
  return typeof value === 'number' ? value : otherwise
}
