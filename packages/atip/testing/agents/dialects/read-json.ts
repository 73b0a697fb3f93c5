import type { JsonObject } from '../scripted-model.js'

/** The objects in a list that may not be one. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value)
    ? value.filter((item): item is JsonObject => typeof item === 'object' && item !== null)
    : []
}

/** What a tool gave back, as one text, however it was wrapped. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
