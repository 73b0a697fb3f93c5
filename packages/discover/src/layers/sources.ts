import { fromPointer, toPointer } from '@atip/protocol'
import type { LayerName } from '../types.js'

/** The layer of a value: one layer, or one layer with exceptions. Has the shape of the value. */
export type Source = LayerName | { from: LayerName; parts: Record<string, Source> }

function layerOf(source: Source): LayerName {
  return typeof source === 'string' ? source : source.from
}

function partOf(source: Source, key: string): Source {
  if (typeof source === 'string') return source
  return Object.hasOwn(source.parts, key) ? source.parts[key]! : source.from
}

/** The layer that a field comes from, given by its JSON pointer: `/commands/push/effects/destructive`. */
export function sourceAt(source: Source, pointer: string): LayerName {
  let place = source
  for (const key of fromPointer(pointer)) place = partOf(place, key)
  return layerOf(place)
}

/** The layers of all fields, with as few pointers as possible: the nearest pointer above a field applies. */
export function sourcesIn(part: unknown, source: Source): Record<string, LayerName> {
  const told: Record<string, LayerName> = {}
  const tell = (value: unknown, from: Source, keys: string[], above: LayerName | undefined) => {
    const layer = layerOf(from)
    if (layer !== above) told[toPointer(keys)] = layer
    if (typeof from === 'string' || typeof value !== 'object' || value === null) return
    for (const [key, below] of Object.entries(value)) tell(below, partOf(from, key), [...keys, key], layer)
  }
  tell(part, source, [], undefined)
  return told
}

/** Attributes one place to a layer. */
export function withSource(source: Source, keys: readonly string[], layer: LayerName): Source {
  const [key, ...rest] = keys
  if (key === undefined) return layer
  const parts = copyMap(typeof source === 'string' ? {} : source.parts)
  parts[key] = withSource(partOf(source, key), rest, layer)
  return { from: layerOf(source), parts }
}

/** The source of a value that a layer changed: unchanged parts keep their source, the rest belongs to the layer. */
export function attribute(before: unknown, after: unknown, source: Source, layer: LayerName): Source {
  if (before === after) return source
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return layer
  const parts = Object.create(null) as Record<string, Source>
  for (const key of Object.keys(after)) {
    const was = Object.hasOwn(before, key) ? (before as Record<string, unknown>)[key] : undefined
    parts[key] = attribute(was, (after as Record<string, unknown>)[key], partOf(source, key), layer)
  }
  return { from: layerOf(source), parts }
}

/** A copy without a prototype, so that `__proto__` is an ordinary key. */
export function copyMap<T>(map: Record<string, T>): Record<string, T> {
  const copy = Object.create(null) as Record<string, T>
  for (const key of Object.keys(map)) copy[key] = map[key]!
  return copy
}
