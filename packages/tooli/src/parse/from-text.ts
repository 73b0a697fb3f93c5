import { CODES, ToolError } from '../errors/error.js'
import type { ParameterModel } from '../model/model.js'
import { typesOf } from '../model/parameters.js'
import type { Form } from '../schema/form.js'

/** Reads a value from text that is not a command-line word: an environment variable, or an object as JSON. */
export function fromText({ form, isMultiple, isMap, key }: ParameterModel, text: string, name: string): unknown {
  if (isMap === true && !text.startsWith('{')) return readMap({ form, key, flags: [name] }, text.split(','))
  const types = typesOf(isMultiple ? (form.items ?? {}) : form)
  if (isMultiple && !text.startsWith('[')) return text.split(',').map((part) => one(types, part.trim(), name, key))
  return isMultiple ? parseJson(text, name, key) : one(types, text, name, key)
}

/** Reads `a=1 b=2` as an object; a word may also be JSON, for keys with an equals sign. */
export function readMap(
  { form, key, flags }: Pick<ParameterModel, 'form' | 'key' | 'flags'>,
  words: readonly string[],
): Record<string, unknown> {
  const name = flags.find((flag) => !/^-[^-]/.test(flag)) ?? key
  const types = typesOf(form.additionalProperties as Form)
  const entries = words.flatMap((word): (readonly [string, unknown])[] => {
    if (word.startsWith('{')) return Object.entries(parseJson(word, name, key) as object)
    const at = word.indexOf('=')
    if (at > 0) return [[word.slice(0, at), one(types, word.slice(at + 1), name, key)]]
    throw new ToolError(CODES.invalidValue, `${name} must look like KEY=VALUE; found ${JSON.stringify(word)}`, {
      details: { parameter: key, word },
    })
  })
  return Object.fromEntries(entries)
}

function one(types: readonly string[], text: string, name: string, key: string): unknown {
  if (types.includes('integer') || types.includes('number')) {
    const number = Number(text)
    if (text.trim() !== '' && Number.isFinite(number)) return number
  }
  if (types.includes('boolean')) {
    const word = text.toLowerCase()
    if (['1', 'true', 'yes', 'on'].includes(word)) return true
    if (['0', 'false', 'no', 'off'].includes(word)) return false
  }
  return types.includes('object') ? parseJson(text, name, key) : text
}

function parseJson(text: string, name: string, key: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    throw new ToolError(CODES.invalidJson, `${name} must be JSON: ${message}`, { details: { parameter: key } })
  }
}
