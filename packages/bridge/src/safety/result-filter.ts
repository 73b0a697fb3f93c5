import type { AtipTool, JsonValue } from '@atip/protocol'
import { isError, toJson } from '../results/to-json.js'
import { mask } from './redact/mask.js'
import { isFolder, secretOrigin, secretVariables } from './redact/names.js'
import { redact, type Redaction } from './redact/redact.js'
import { SECRET_SHAPES, type SecretShape } from './redact/shapes.js'
import { truncate, truncateJson } from './truncate.js'

export interface ResultFilterOptions {
  /** Characters of a result that are kept; a note says how many are not. Default 100,000. */
  limit?: number
  /** Texts to remove, whatever they look like, such as the credentials that calls are given. */
  secrets?: readonly string[]
  /** Shapes of secrets besides those that are well known. */
  shapes?: readonly SecretShape[]
  onRedaction?: (kind: string) => void
}

/** Removes secrets from a result and shortens it (RFC 11.3). Text stays text, an error stays an error, the rest is JSON. */
export interface ResultFilter {
  (result: string): string
  (result: unknown): unknown
}

const DEFAULT_LIMIT = 100_000

/** The tools say which environment variables hold secrets. The filter never throws, whatever a result is. */
export function createResultFilter(tools: readonly AtipTool[], options: ResultFilterOptions = {}): ResultFilter {
  const { limit = DEFAULT_LIMIT, shapes = [], onRedaction = () => {} } = options
  if (!(limit >= 0)) throw new TypeError(`the limit must be a number of characters; found ${String(limit)}`)
  const redaction: Redaction = {
    shapes: [...SECRET_SHAPES, ...shapes.map(asGlobal)],
    secrets: matcherOf(options.secrets ?? []),
    variables: secretVariables(tools),
    onRedaction,
  }
  // Secrets first: the limit could cut one in half.
  const clean = (text: string) => truncate(redact(text, redaction), limit)
  const filter = (result: unknown): unknown => {
    if (isError(result)) return cleanError(result, clean)
    const json = toJson(result)
    if (typeof json === 'string') return clean(json)
    return json === undefined ? undefined : truncateJson(redactJson(json, redaction), limit)
  }
  return filter as ResultFilter
}

/** A pattern that is not global would be found in the same place for ever. */
function asGlobal(shape: SecretShape): SecretShape {
  const { source, flags, global } = shape.pattern
  return global ? shape : { ...shape, pattern: new RegExp(source, `${flags}g`) }
}

/** A secret also as it is written inside JSON and in a URL; longer ones first, since one may begin another. */
function matcherOf(secrets: readonly string[]): RegExp | undefined {
  const all = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encode(secret)])
  const texts = all.filter((text) => text !== '').sort((a, b) => b.length - a.length)
  if (texts.length === 0) return undefined
  return new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g')
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function cleanError(error: Error, clean: (text: string) => string): Error {
  const json = toJson(error)
  const { name, message } =
    typeof json === 'string' ? { name: 'Error', message: json } : (json as { name: string; message: string })
  const result = new Error(clean(message))
  result.name = name
  return result
}

function redactJson(json: JsonValue, redaction: Redaction): JsonValue {
  if (typeof json === 'string') return redact(json, redaction)
  if (Array.isArray(json)) return json.map((entry) => redactJson(entry, redaction))
  if (typeof json !== 'object' || json === null) return json
  const result = new Map<string, JsonValue>()
  for (const [name, entry] of Object.entries(json)) {
    const isNamed = redaction.variables.has(name) || secretOrigin(name) !== undefined
    const isSecret = isNamed && typeof entry === 'string' && entry !== '' && !isFolder(name, entry)
    if (isSecret) redaction.onRedaction('secret')
    result.set(freeName(result, redact(name, redaction)), isSecret ? mask('secret') : redactJson(entry, redaction))
  }
  return Object.fromEntries(result)
}

/** Two names that were secrets are still two. */
function freeName(taken: ReadonlyMap<string, unknown>, name: string): string {
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${name} (${count})`
  return free
}
