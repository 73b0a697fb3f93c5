import { isObject } from '@atip/protocol'

export const MASK = '[REDACTED]'

/** A copy in which fields with these names are masked at any depth, and other texts are cleaned. */
export function masked(value: unknown, names: readonly string[], clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((one) => masked(one, names, clean))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, names.includes(key) ? MASK : masked(one, names, clean)]),
  )
}
