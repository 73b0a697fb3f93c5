import { isObject } from '@atip/protocol'
import type { Form } from './form.js'

/** The path of a key that a closed object of the form does not define. Some libraries drop such keys silently. */
export function strayKey(form: Form, value: unknown, path: readonly string[] = []): string[] | undefined {
  const alternatives = form.anyOf ?? form.oneOf
  if (alternatives !== undefined) {
    const strays = alternatives.map((one) => strayKey(one, value, path))
    return strays.every((stray) => stray !== undefined) ? strays[0] : undefined
  }
  if (Array.isArray(value)) {
    const { items } = form
    return items === undefined
      ? undefined
      : first(value.entries(), (entry, index) => strayKey(items, entry, [...path, String(index)]))
  }
  if (!isObject(value) || form.properties === undefined) return undefined
  const { properties, additionalProperties } = form
  return first(Object.entries(value), (inner, key) => {
    const place = [...path, key]
    if (Object.hasOwn(properties, key)) return strayKey(properties[key]!, inner, place)
    if (typeof additionalProperties === 'object') return strayKey(additionalProperties, inner, place)
    return additionalProperties === false ? place : undefined
  })
}

function first<K, V, R>(entries: Iterable<[K, V]>, find: (value: V, key: K) => R | undefined): R | undefined {
  for (const [key, value] of entries) {
    const found = find(value, key)
    if (found !== undefined) return found
  }
  return undefined
}

/** The keys that the form defines in the object with an unknown key, by the path of that key. */
export function keysBeside(form: Form, path: readonly string[]): string[] {
  const [key, ...rest] = path
  const alternatives = form.anyOf ?? form.oneOf
  if (alternatives !== undefined) return alternatives.flatMap((one) => keysBeside(one, path))
  const { properties = {}, items, additionalProperties } = form
  if (key === undefined || rest.length === 0) return Object.keys(properties)
  const inner = Object.hasOwn(properties, key) ? properties[key] : (items ?? additionalProperties)
  return typeof inner === 'object' ? keysBeside(inner, rest) : []
}
