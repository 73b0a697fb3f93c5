import { isMask, mask, type Hide } from './mask.js'
import { hideNamed } from './named.js'
import { endOfRun } from './runs.js'
import type { SecretShape } from './shapes.js'

export interface Redaction {
  shapes: readonly SecretShape[]
  /** Matches the texts that the host calls secret; undefined if there are none. */
  secrets: RegExp | undefined
  /** Names of variables that hold secrets, besides those that sound like it. */
  variables: ReadonlySet<string>
  onRedaction: (kind: string) => void
}

/** No shape is that short. */
const MIN_LENGTH = 8

/** A text without its secrets, in time that grows with its length only. */
export function redact(text: string, { shapes, secrets, variables, onRedaction }: Redaction): string {
  const hide: Hide = (kind, secret) => {
    if (isMask(secret)) return secret
    onRedaction(kind)
    return mask(kind)
  }
  const told = secrets === undefined ? text : text.replace(secrets, (secret) => hide('secret', secret))
  if (told.length < MIN_LENGTH) return hideNamed(told, variables, hide)
  let result = hidePrivateKeys(told, hide)
  for (const shape of shapes) result = hideShape(result, shape, hide)
  return hideNamed(result, variables, hide)
}

function hideShape(text: string, { kind, hint, pattern, rest }: SecretShape, hide: Hide): string {
  if (typeof hint === 'string' ? !text.includes(hint) : !hint.test(text)) return text
  let result = ''
  let place = 0
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const start = match.index + (match[1]?.length ?? 0)
    const end = rest === undefined ? pattern.lastIndex : endOfRun(text, pattern.lastIndex, rest)
    if (end === start) {
      pattern.lastIndex = end + 1
      continue
    }
    result += text.slice(place, start) + hide(kind, text.slice(start, end))
    place = end
    pattern.lastIndex = end
  }
  return place === 0 ? text : result + text.slice(place)
}

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
const KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g

/** A key without an end was cut on the way here: what is there of it goes. */
function hidePrivateKeys(text: string, hide: Hide): string {
  if (!text.includes('PRIVATE KEY')) return text
  let result = ''
  let place = 0
  KEY_BEGIN.lastIndex = 0
  for (let begin = KEY_BEGIN.exec(text); begin !== null; begin = KEY_BEGIN.exec(text)) {
    KEY_END.lastIndex = KEY_BEGIN.lastIndex
    const end = KEY_END.test(text) ? KEY_END.lastIndex : text.length
    result += text.slice(place, begin.index) + hide('private-key', text.slice(begin.index, end))
    place = end
    KEY_BEGIN.lastIndex = end
  }
  return result + text.slice(place)
}
