import type { AtipTool, JsonValue } from '@atip/protocol'
import { createRedactor, isNamedSecret, mask, secretVariables, type RedactorOptions } from '@atip/secrets'
import { isError, toJson } from '../results/to-json.js'
import { truncate, truncateJson } from './truncate.js'

export interface ResultFilterOptions extends Pick<RedactorOptions, 'secrets' | 'shapes' | 'onRedaction'> {
  /** How many characters of a result to keep; a note says how many were cut. Default 100,000. */
  limit?: number
}

/** Removes secrets from a result and shortens it (RFC 11.3). Text stays text, an error stays an error, the rest is JSON. */
export interface ResultFilter {
  (result: string): string
  (result: unknown): unknown
}

const DEFAULT_LIMIT = 100_000

/**
 * The tools' descriptions say which environment variables hold secrets. The filter never throws, whatever a result is.
 */
export function createResultFilter(tools: readonly AtipTool[], options: ResultFilterOptions = {}): ResultFilter {
  const { limit = DEFAULT_LIMIT, onRedaction = () => {} } = options
  if (!(limit >= 0)) throw new TypeError(`the limit must be a number of characters; found ${String(limit)}`)
  const redactor = createRedactor({ ...options, tools })
  const redaction: JsonRedaction = {
    redact: (text) => redactor(text).text,
    variables: secretVariables(tools),
    onRedaction,
  }
  // Secrets first, because the limit could cut one in half.
  const clean = (text: string) => truncate(redaction.redact(text), limit)
  const filter = (result: unknown): unknown => {
    if (isError(result)) return cleanError(result, clean)
    const json = toJson(result)
    if (typeof json === 'string') return clean(json)
    return json === undefined ? undefined : truncateJson(redactJson(json, redaction), limit)
  }
  return filter as ResultFilter
}

function cleanError(error: Error, clean: (text: string) => string): Error {
  const json = toJson(error)
  const { name, message } =
    typeof json === 'string' ? { name: 'Error', message: json } : (json as { name: string; message: string })
  const result = new Error(clean(message))
  result.name = name
  return result
}

interface JsonRedaction {
  redact: (text: string) => string
  /** Names of variables that hold secrets, in addition to names that sound like it. */
  variables: ReadonlySet<string>
  onRedaction: (kind: string) => void
}

function redactJson(json: JsonValue, redaction: JsonRedaction): JsonValue {
  if (typeof json === 'string') return redaction.redact(json)
  if (Array.isArray(json)) return json.map((entry) => redactJson(entry, redaction))
  if (typeof json !== 'object' || json === null) return json
  const result = new Map<string, JsonValue>()
  for (const [name, entry] of Object.entries(json)) {
    const isSecret = typeof entry === 'string' && isNamedSecret(name, entry, redaction.variables)
    if (isSecret) redaction.onRedaction('secret')
    result.set(freeName(result, redaction.redact(name)), isSecret ? mask('secret') : redactJson(entry, redaction))
  }
  return Object.fromEntries(result)
}

/** Two redacted names must stay two fields. */
function freeName(taken: ReadonlyMap<string, unknown>, name: string): string {
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${name} (${count})`
  return free
}
