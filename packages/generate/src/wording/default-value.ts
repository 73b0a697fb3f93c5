import type { JsonValue, Parameter } from '@atip/protocol'

/** Parses a default as a value of the parameter's type; undefined for prose such as "the current directory". */
export function defaultOf(
  { type, enum: choices, variadic }: Parameter,
  text: string | undefined,
): JsonValue | undefined {
  if (text === undefined || variadic) return undefined
  switch (type) {
    case 'enum':
      return choices?.find((choice) => choice === text)
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
    case 'number':
      return /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    default:
      return isOneValue(text) ? text : undefined
  }
}

/** A single word. Prose explains the default instead of stating it. */
function isOneValue(text: string): boolean {
  return !/\s/.test(text)
}
