import { isMask, type Hide } from './mask.js'
import { isSecretName } from './names.js'
import { endOfRun } from './runs.js'

/** `NAME=`, `name: ` and `"name": `; the quotes may be escaped. */
const NAME = /(?<![\w.-])(\\?["']?)([A-Za-z_][\w.-]{0,80})\1[ \t]{0,3}[=:][ \t]{0,3}/g
const TELLING = /pass|token|secret|key|credential/i

/** Takes out what is assigned to a name that sounds like a secret, or that a tool takes one in. */
export function hideNamed(text: string, variables: ReadonlySet<string>, hide: Hide): string {
  if (variables.size === 0 && !TELLING.test(text)) return text
  let result = ''
  let place = 0
  const emit = (start: number, end: number) => {
    result += text.slice(place, start) + hide('secret', text.slice(start, end))
    NAME.lastIndex = end
    return end
  }
  NAME.lastIndex = 0
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const name = match[2]!
    const isKnown = variables.has(name)
    if (!isKnown && !(TELLING.test(name) && isSecretName(name))) continue
    const value = readValue(text, NAME.lastIndex)
    if (!looksSecret(value, isKnown || /^[A-Z][A-Z0-9_]*$/.test(name), match[0])) continue
    const { start, isQuoted } = value
    const end = start + value.text.length
    place = emit(start, isQuoted ? end : endOfRun(text, end, 'value'))
  }
  return result + text.slice(place)
}

interface Value {
  start: number
  isQuoted: boolean
  /** All of it between quotes; without them its beginning, which is enough to judge it by. */
  text: string
}

const QUOTED = /(\\?["'])((?:(?!\1)[^\n]){0,4096}?)\1/y
const BARE = /[^\s"',;&]{0,64}/y

function readValue(text: string, from: number): Value {
  QUOTED.lastIndex = from
  const quoted = QUOTED.exec(text)
  if (quoted !== null) return { start: from + quoted[1]!.length, isQuoted: true, text: quoted[2]! }
  BARE.lastIndex = from
  return { start: from, isQuoted: false, text: BARE.exec(text)?.[0] ?? '' }
}

/** Source code assigns to such names too: what is a reference, a call or a type is no secret. */
function looksSecret({ text, isQuoted }: Value, isCertain: boolean, assignment: string): boolean {
  if (text === '' || /^[$<{[(%*=>]/.test(text) || isMask(text)) return false
  if (isCertain) return text.length >= 4
  if (isQuoted) return text.length >= 6 && !/\s/.test(text)
  const isToken = text.length >= 8 && /^[\w.~+/=@!#%^*:-]+$/.test(text) && /\d/.test(text)
  return isToken && (assignment.includes('=') || !text.includes('.'))
}
