import { isObject } from '@atip/protocol'

/** A field by its snake case name, also if it is spelt in camel case (decision 39); null counts as absent. */
export function field(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined
  return value[name] ?? value[name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())] ?? undefined
}

/** A field that is a list; an empty one if it is not. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const found = field(value, name)
  return Array.isArray(found) ? found : []
}

/** A field that is text; undefined if it is not. */
export function textIn(value: unknown, name: string): string | undefined {
  const found = field(value, name)
  return typeof found === 'string' ? found : undefined
}
