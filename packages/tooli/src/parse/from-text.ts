import { CODES, ToolError } from '../errors/error.js'
import type { ParameterModel } from '../model/model.js'
import { typesOf } from '../model/parameters.js'

/** A value from text that is not a command-line word: an environment variable, or an object written as JSON. */
export function fromText({ form, isMultiple, key }: ParameterModel, text: string, name: string): unknown {
  const types = typesOf(isMultiple ? (form.items ?? {}) : form)
  if (isMultiple && !text.startsWith('[')) return text.split(',').map((part) => one(types, part.trim(), name, key))
  return isMultiple ? parseJson(text, name, key) : one(types, text, name, key)
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
