import type { JsonValue, Parameter } from '@atip/protocol'

/** A default as a value of the parameter's type; nothing if it is none, such as "the current directory". */
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

/** One word, or words that were quoted: prose says what the default means, not what it is. */
function isOneValue(text: string): boolean {
  return !/\s/.test(text)
}
