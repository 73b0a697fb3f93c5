import type { WireObject } from './dialect.js'

/** The objects in a list; none if the value is not a list. */
export function objectsIn(value: unknown): WireObject[] {
  return Array.isArray(value)
    ? value.filter((item): item is WireObject => typeof item === 'object' && item !== null)
    : []
}

/** The result of a tool as one text, however it is wrapped. */
export function textOf(value: unknown): string {
  const texts = objectsIn(value).flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
  if (texts.length > 0) return texts.join('\n')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
