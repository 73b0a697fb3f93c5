import type { AtipTool } from '@atip/protocol'
import { findSecrets, searchFor } from './find.js'
import { matcherOf } from './known.js'
import { mask as usualMask, type Mask } from './mask.js'
import { secretVariables } from './names.js'
import type { SecretShape } from './shapes/shape.js'
import type { SecretSpan } from './span.js'
import { redactionStream, type RedactionStream } from './stream.js'

export interface RedactorOptions {
  /** Known secrets, removed in any context: in plain, JSON, URL and base64 form. See `secretsOf`. */
  secrets?: readonly string[]
  /** Tools whose descriptions name environment variables that hold secrets. */
  tools?: readonly AtipTool[]
  /** Shapes of secrets in addition to the built-in ones. */
  shapes?: readonly SecretShape[]
  /** Makes the replacement for a secret. Default: `[redacted: KIND]`. */
  mask?: Mask
  onRedaction?: (kind: string) => void
}

export interface Redaction {
  text: string
  /** Number of removed secrets. */
  count: number
  /** Their number by kind. */
  kinds: Record<string, number>
}

/** Removes secrets from texts. */
export interface Redactor {
  (text: string): Redaction
  /** For text that arrives in pieces. */
  stream(onRedaction?: (kind: string) => void): RedactionStream
}

export function createRedactor(options: RedactorOptions = {}): Redactor {
  const { secrets = [], tools = [], shapes = [], mask = usualMask, onRedaction = () => {} } = options
  const matcher = matcherOf(secrets)
  const search = searchFor({ secrets: matcher?.pattern, variables: secretVariables(tools), shapes })
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
