import type { CommandModel } from '../model/model.js'
import type { Form } from '../schema/form.js'
import { own } from './input.js'

const MASK = '[secret]'

/** Masks every secret in a value, also inside longer texts. */
export function createRedactor(model: CommandModel, input: Record<string, unknown>): (value: unknown) => unknown {
  const secrets = model.parameters
    .flatMap(({ key, form }) => secretsIn(form, own(input, key)))
    .filter((text) => text !== '')
    // Longest first: masking a prefix of another secret would leave the rest readable.
    .sort((a, b) => b.length - a.length)
  if (secrets.length === 0) return (value) => value
  const hide = (text: string) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, MASK), text)
  const hidden = secrets.map((text) => Buffer.from(text).toString('latin1'))
  const hideBytes = (bytes: Uint8Array) => {
    const text = Buffer.from(bytes).toString('latin1')
    return hidden.some((secret) => text.includes(secret))
      ? Buffer.from(
          hidden.reduce((rest, secret) => rest.replaceAll(secret, MASK), text),
          'latin1',
        )
      : bytes
  }
  return (value) => mapStrings(value, hide, hideBytes)
}

/** The secret texts in a value, also inside lists and objects. */
function secretsIn(form: Form, value: unknown): string[] {
  if (typeof value === 'string') return form['x-cli']?.secret === true ? [value] : []
  if (Array.isArray(value)) return value.flatMap((entry) => secretsIn(form.items ?? form, entry))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => secretsIn(form.properties?.[key] ?? {}, entry))
}

function mapStrings(
  value: unknown,
  change: (text: string) => string,
  changeBytes: (bytes: Uint8Array) => Uint8Array,
): unknown {
  const inside = (entry: unknown) => mapStrings(entry, change, changeBytes)
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(inside)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return changeBytes(value)
  // As JSON writes it: an object of a class as its fields, or as the result of its `toJSON`.
  if ('toJSON' in value && typeof value.toJSON === 'function') return inside(value.toJSON())
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [change(key), inside(entry)]))
}
