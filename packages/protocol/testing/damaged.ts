import fc from 'fast-check'

/** A document in which one value, anywhere, was removed or replaced by any other. */
export function damaged(document: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const replacement = fc.option(fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(null, {}, [], [null])), {
    nil: undefined,
  })
  return fc.tuple(document, fc.infiniteStream(fc.nat()), replacement).map(([value, picks, other]) => {
    const copy = JSON.parse(JSON.stringify(value)) as unknown
    damage(copy, picks, other)
    return copy
  })
}

function damage(value: unknown, picks: IterableIterator<number>, replacement: unknown): void {
  const record = value as Record<string, unknown>
  const keys = Object.keys(record)
  if (keys.length === 0) return
  const key = keys[(picks.next().value as number) % keys.length]!
  const inner = record[key]
  const goesDeeper = typeof inner === 'object' && inner !== null && (picks.next().value as number) % 4 !== 0
  if (goesDeeper) damage(inner, picks, replacement)
  else if (replacement === undefined && !Array.isArray(value)) delete record[key]
  else
    Object.defineProperty(record, key, {
      value: replacement ?? null,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}
