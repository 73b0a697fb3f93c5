import { isDeepStrictEqual } from 'node:util'
import type { Form } from '../../schema/form.js'
import type { Gap, Side, Step } from './gap.js'
import { gapsBetween } from './gaps.js'
import { toForm } from './parts.js'
import { breakingSentence, compatibleSentence, placeOf, type Subject } from './words.js'

/** A change of a schema, for callers that give or read its values. */
export interface SchemaChange {
  /** `input-enum`, `result-removed`: the side, and the keyword. */
  kind: string
  breaking: boolean
  before?: unknown
  after?: unknown
  message: string
}

/** For values that callers give: everything that was accepted must still be accepted. */
export function inputChanges(before: unknown, after: unknown, subject: Subject): SchemaChange[] {
  const broken = gapsBetween(before, after, 'input')
  const widened = gapsBetween(after, before, 'input')
  const changes = [
    ...broken.map((gap) => breaking(gap, 'input', subject)),
    ...beside(widened, broken).map((gap) => compatible(gap, 'input', subject)),
    ...defaultChanges(before, after, subject, []),
  ]
  return orReworded(changes, before, after, subject, 'input')
}

/** For values that programs read: no value may occur that could not occur before. */
export function outputChanges(before: unknown, after: unknown, subject: Subject): SchemaChange[] {
  const broken = gapsBetween(after, before, 'output')
  const narrowed = gapsBetween(before, after, 'output')
  const changes = [
    ...broken.map((gap) => breaking(gap, 'output', subject)),
    ...beside(narrowed, broken).map((gap) => compatible(gap, 'output', subject)),
  ]
  return orReworded(changes, before, after, subject, 'output')
}

const NAMES: Readonly<Record<Side, string>> = { input: 'input', output: 'result' }

function breaking(gap: Gap, side: Side, subject: Subject): SchemaChange {
  const [before, after] = side === 'input' ? [gap.inner, gap.outer] : [gap.outer, gap.inner]
  const message = breakingSentence(gap, side, subject)
  return { kind: kindOf(gap, side), breaking: true, ...told(before, after), message }
}

function compatible(gap: Gap, side: Side, subject: Subject): SchemaChange {
  const [before, after] = side === 'input' ? [gap.outer, gap.inner] : [gap.inner, gap.outer]
  const message = compatibleSentence(gap, side, subject)
  return { kind: kindOf(gap, side), breaking: false, ...told(before, after), message }
}

function kindOf({ keyword, isUntold }: Gap, side: Side): string {
  return isUntold === true ? `${NAMES[side]}-untold` : `${NAMES[side]}-${keyword}`
}

function told(before: unknown, after: unknown): Pick<SchemaChange, 'before' | 'after'> {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

/** Drops gaps at places that are already reported as broken, where they add nothing. */
function beside(gaps: readonly Gap[], broken: readonly Gap[]): Gap[] {
  const isSame = (a: Gap, b: Gap) => {
    const isOnePlace = isDeepStrictEqual(a.at, b.at)
    return isOnePlace && (b.isUntold === true || a.isUntold === true || ['type', 'enum'].includes(b.keyword))
  }
  return gaps.filter((gap) => gap.isUntold !== true && !broken.some((other) => isSame(gap, other)))
}

/** A changed default inside a value changes what an unchanged call does. */
function* defaultChanges(
  before: unknown,
  after: unknown,
  subject: Subject,
  at: readonly Step[],
): Generator<SchemaChange> {
  const [old, now] = [toForm(before), toForm(after)]
  if (at.length > 0 && old.default !== undefined && !isDeepStrictEqual(old.default, now.default)) {
    const place = placeOf(at, subject, 'input')
    const said =
      now.default === undefined
        ? `no longer has the default ${JSON.stringify(old.default)}`
        : `is ${JSON.stringify(now.default)} by default, not ${JSON.stringify(old.default)}`
    const message = `${place} ${said}; calls that leave it out do something else`
    yield { kind: 'input-default', breaking: true, ...told(old.default, now.default), message }
  }
  if (old.items !== undefined && now.items !== undefined) {
    yield* defaultChanges(old.items, now.items, subject, [...at, '[]'])
  }
  for (const [property, inner] of Object.entries(old.properties ?? {})) {
    const other: Record<string, Form> = now.properties ?? {}
    if (Object.hasOwn(other, property)) yield* defaultChanges(inner, other[property], subject, [...at, { property }])
  }
}

/** Schemas with the same meaning but different text still differ for a strict check. */
function orReworded(
  changes: SchemaChange[],
  before: unknown,
  after: unknown,
  subject: Subject,
  side: Side,
): SchemaChange[] {
  if (changes.length > 0 || isDeepStrictEqual(before, after)) return changes
  const message = `${subject} is described otherwise, which changes nothing`
  return [{ kind: `${NAMES[side]}-description`, breaking: false, before, after, message }]
}
