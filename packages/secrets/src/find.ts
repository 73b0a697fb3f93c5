import { isMask } from './mask.js'
import { findNamed, tellingParts, type Names } from './named.js'
import { secretOrigin } from './names.js'
import { findPrivateKeys } from './private-keys.js'
import { endOfRun } from './runs.js'
import { IN_CONTEXT } from './shapes/in-context.js'
import { KEY_FORMATS } from './shapes/key-formats.js'
import type { SecretShape } from './shapes/shape.js'
import { merge, type SecretSpan } from './span.js'

export interface Search {
  shapes: ShapeTable
  /** Matches the texts that the host declares secret; undefined if there are none. */
  secrets: RegExp | undefined
  names: Names
}

/** Shapes by their hints. One regular expression finds all hints in a text. */
interface ShapeTable {
  hints: RegExp
  byHint: ReadonlyMap<string, readonly SecretShape[]>
  order: readonly SecretShape[]
}

interface Wanted extends Pick<Search, 'secrets'>, Pick<Names, 'variables'>, Partial<Pick<Names, 'originOf'>> {
  /** Shapes in addition to the built-in ones. */
  shapes: readonly SecretShape[]
}

let known: ShapeTable | undefined

export function searchFor({ secrets, variables, shapes, originOf = secretOrigin }: Wanted): Search {
  const table =
    shapes.length > 0
      ? tableOf([...KEY_FORMATS, ...IN_CONTEXT, ...shapes.map(asGlobal)])
      : (known ??= tableOf([...KEY_FORMATS, ...IN_CONTEXT]))
  return { shapes: table, secrets, names: { variables, originOf, telling: tellingParts(variables) } }
}

/** A pattern without the global flag would match at the same place for ever. */
function asGlobal(shape: SecretShape): SecretShape {
  const { source, flags, global } = shape.pattern
  return global ? shape : { ...shape, pattern: new RegExp(source, `${flags}g`) }
}

function tableOf(shapes: readonly SecretShape[]): ShapeTable {
  const hintsOf = ({ hint }: SecretShape) => (typeof hint === 'string' ? [hint] : hint)
  const all = [...new Set(shapes.flatMap(hintsOf))]
  // A hint that begins with another hint is found by the shorter one.
  const shortest = all.filter((hint) => !all.some((other) => other !== hint && hint.startsWith(other)))
  const byHint = new Map(
    shortest.map((hint) => [hint, shapes.filter((shape) => hintsOf(shape).some((one) => one.startsWith(hint)))]),
  )
  const source = shortest.map((hint) => hint.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|')
  return { hints: new RegExp(source, 'g'), byHint, order: shapes }
}

/** Every shape is longer. */
const MIN_LENGTH = 8

/** Finds the secrets in a text, in linear time. */
export function findSecrets(text: string, { shapes, secrets, names }: Search): SecretSpan[] {
  const spans: SecretSpan[] = []
  if (secrets !== undefined) {
    for (const {
      index,
      0: { length },
    } of text.matchAll(secrets))
      spans.push({ start: index, end: index + length, kind: 'secret' })
  }
  if (text.length >= MIN_LENGTH) {
    spans.push(...findPrivateKeys(text))
    for (const shape of shapesIn(text, shapes)) findShape(text, shape, spans)
  }
  findNamed(text, names, spans)
  return merge(spans)
}

function shapesIn(text: string, { hints, byHint, order }: ShapeTable): SecretShape[] {
  const found = new Set<SecretShape>()
  hints.lastIndex = 0
  for (let match = hints.exec(text); match !== null && found.size < order.length; match = hints.exec(text)) {
    for (const shape of byHint.get(match[0])!) found.add(shape)
    // Hints may overlap.
    hints.lastIndex = match.index + 1
  }
  return order.filter((shape) => found.has(shape))
}

function findShape(text: string, { kind, pattern, rest }: SecretShape, spans: SecretSpan[]): void {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const start = match.index + (match[1]?.length ?? 0)
    const end = rest === undefined ? pattern.lastIndex : endOfRun(text, pattern.lastIndex, rest)
    pattern.lastIndex = Math.max(end, match.index + 1)
    if (end > start && !isMask(text.slice(start, start + 10))) spans.push({ start, end, kind })
  }
}
