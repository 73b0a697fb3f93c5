import type { AtipTool } from '@atip/protocol'
import { findSecrets, tableOf, type Search } from './find.js'
import { matcherOf } from './known.js'
import { mask as usualMask, type Mask } from './mask.js'
import { tellingParts } from './named.js'
import { secretVariables } from './names.js'
import { SECRET_SHAPES, type SecretShape } from './shapes.js'
import type { SecretSpan } from './span.js'
import { redactionStream, type RedactionStream } from './stream.js'

export interface RedactorOptions {
  /** Texts to remove, whatever they look like, in plain, JSON, URL and base64 form. See `secretsOf`. */
  secrets?: readonly string[]
  /** Their descriptions name environment variables that hold secrets. */
  tools?: readonly AtipTool[]
  /** Shapes of secrets besides those that are well known. */
  shapes?: readonly SecretShape[]
  /** What takes the place of a secret. Default: `[redacted: KIND]`. */
  mask?: Mask
  onRedaction?: (kind: string) => void
}

export interface Redaction {
  text: string
  /** How many secrets were removed. */
  count: number
  /** How many of each kind. */
  kinds: Record<string, number>
}

/** Removes secrets from texts. */
export interface Redactor {
  (text: string): Redaction
  /** For a text that comes in pieces. */
  stream(onRedaction?: (kind: string) => void): RedactionStream
}

let known: ReturnType<typeof tableOf> | undefined

export function createRedactor(options: RedactorOptions = {}): Redactor {
  const { secrets = [], tools = [], shapes = [], mask = usualMask, onRedaction = () => {} } = options
  const matcher = matcherOf(secrets)
  const variables = secretVariables(tools)
  const search: Search = {
    shapes:
      shapes.length > 0 ? tableOf([...SECRET_SHAPES, ...shapes.map(asGlobal)]) : (known ??= tableOf(SECRET_SHAPES)),
    secrets: matcher?.pattern,
    variables,
    telling: tellingParts(variables),
  }
  const find = (text: string) => findSecrets(text, search)
  const redact = (text: string): Redaction => {
    const kinds = Object.create(null) as Record<string, number>
    let count = 0
    const clean = replace(text, find(text), mask, (kind) => {
      kinds[kind] = (kinds[kind] ?? 0) + 1
      count++
      onRedaction(kind)
    })
    return { text: clean, count, kinds: { ...kinds } }
  }
  const stream = (also: (kind: string) => void = () => {}) =>
    redactionStream({
      find,
      replace: (text, spans) =>
        replace(text, spans, mask, (kind) => {
          onRedaction(kind)
          also(kind)
        }),
      longest: matcher?.longest ?? 0,
    })
  return Object.assign(redact, { stream })
}

/** A pattern that is not global would be found in the same place for ever. */
function asGlobal(shape: SecretShape): SecretShape {
  const { source, flags, global } = shape.pattern
  return global ? shape : { ...shape, pattern: new RegExp(source, `${flags}g`) }
}

function replace(text: string, spans: readonly SecretSpan[], mask: Mask, onRedaction: (kind: string) => void): string {
  let result = ''
  let place = 0
  for (const { start, end, kind } of spans) {
    onRedaction(kind)
    result += text.slice(place, start) + mask(kind)
    place = end
  }
  return place === 0 ? text : result + text.slice(place)
}
