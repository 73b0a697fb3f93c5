import type { Form } from '../../schema/form.js'
import type { Gap, Side, Step } from './gap.js'
import { toForm } from './parts.js'

type Compare = (inner: unknown, outer: unknown, side: Side, at: readonly Step[]) => Gap[]

/** Gaps for objects that `inner` accepts and `outer` may refuse. */
export function* objectGaps(
  inner: Form,
  outer: Form,
  side: Side,
  at: readonly Step[],
  compare: Compare,
): Generator<Gap> {
  const [own, wanted] = [new Map(Object.entries(inner.properties ?? {})), propertiesOf(outer)]
  const [ownRest, wantedRest] = [restOf(inner), side === 'output' ? openRest(outer) : restOfOuter(outer)]
  const gone = new Set(side === 'output' ? [...wanted.keys()].filter((key) => !own.has(key)) : [])
  for (const key of gone) yield { at, keyword: 'removed', inner: key }
  for (const key of requiredBy(outer, side)) {
    if (!gone.has(key) && !isAlwaysIn(inner, key, side)) yield { at, keyword: 'required', outer: key }
  }
  for (const key of new Set([...own.keys(), ...wanted.keys()])) {
    const mine = own.get(key) ?? ownRest
    if (mine === undefined || gone.has(key)) continue
    const theirs = wanted.get(key) ?? wantedRest
    if (theirs === undefined) yield { at, keyword: 'property', inner: key }
    else yield* compare(mine, theirs, side, [...at, { property: key }])
  }
  if (ownRest === undefined) return
  if (wantedRest === undefined) yield { at, keyword: 'additionalProperties' }
  else yield* compare(ownRest, wantedRest, side, [...at, '*'])
}

function propertiesOf(form: Form): Map<string, Form> {
  return new Map(Object.entries(form.properties ?? {}))
}

/**
 * The schema of other keys; undefined if there are none. Without `properties`, `check` ignores keys, so neither a
 * closed list nor required keys are relied on.
 */
function restOf({ properties, additionalProperties }: Form): Form | undefined {
  if (typeof additionalProperties === 'object') return additionalProperties
  return properties !== undefined && additionalProperties === false ? undefined : {}
}

function restOfOuter({ additionalProperties }: Form): Form | undefined {
  return additionalProperties === false ? undefined : toForm(additionalProperties)
}

/** Readers of a result ignore new keys. */
function openRest({ additionalProperties }: Form): Form {
  return typeof additionalProperties === 'object' ? additionalProperties : {}
}

function requiredBy({ required = [], properties = {} }: Form, side: Side): Set<string> {
  const filled = side === 'output' ? keysWithDefault(properties) : []
  return new Set([...required, ...filled])
}

function isAlwaysIn({ required = [], properties = {} }: Form, key: string, side: Side): boolean {
  if (!Object.hasOwn(properties, key)) return false
  const isFilled = keysWithDefault(properties).includes(key)
  return side === 'output' ? isFilled || required.includes(key) : !isFilled && required.includes(key)
}

function keysWithDefault(properties: Record<string, Form>): string[] {
  return Object.keys(properties).filter((key) => toForm(properties[key]).default !== undefined)
}
