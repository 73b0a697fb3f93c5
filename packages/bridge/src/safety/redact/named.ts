import type { Hide } from './mask.js'
import { isFolder, secretOrigin, TELLING } from './names.js'
import { endOfRun } from './runs.js'
import { isPlaceholder, isReference, isRemark, looksMade } from './values.js'

/** `NAME=`, `--name=`, `name: ` and `"name": `; the quotes may be escaped. */
const NAME = /(?<![\w.-])-{0,2}(\\?["']?)([A-Za-z_][\w.-]{0,80})\1[ \t]{0,3}[=:][ \t]{0,3}/g

/** Takes out what is assigned to a name that sounds like a secret, or that a tool takes one in. */
export function hideNamed(text: string, variables: ReadonlySet<string>, hide: Hide): string {
  if (variables.size === 0 && !TELLING.test(text)) return text
  let result = ''
  let place = 0
  NAME.lastIndex = 0
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const name = match[2]!
    if (!variables.has(name) && !TELLING.test(name)) continue
    const value = readValue(text, NAME.lastIndex)
    const assignment = { name, sign: match[0].slice(match[0].indexOf(name) + name.length), value, text }
    if (!isSecret(assignment, variables.has(name))) continue
    const end = value.start + value.text.length
    const last = value.isQuoted ? end : endOfRun(text, end, 'value')
    result += text.slice(place, value.start) + hide('secret', text.slice(value.start, last))
    place = last
    NAME.lastIndex = last
  }
  return result + text.slice(place)
}

interface Value {
  start: number
  isQuoted: boolean
  /** All of it between quotes; without them its beginning, which is enough to judge it by. */
  text: string
}

interface Assignment {
  name: string
  /** What is between the name and the value. */
  sign: string
  value: Value
  /** The whole text. */
  text: string
}

const BARE_LIMIT = 64
const QUOTED = /(\\?["'])((?:(?!\1)[^\n]){0,4096}?)\1/y
const BARE = /[^\s"',;&]{0,64}/y

function readValue(text: string, from: number): Value {
  QUOTED.lastIndex = from
  const quoted = QUOTED.exec(text)
  if (quoted !== null) return { start: from + quoted[1]!.length, isQuoted: true, text: quoted[2]! }
  BARE.lastIndex = from
  return { start: from, isQuoted: false, text: BARE.exec(text)?.[0] ?? '' }
}

/** Source code and prose use such names too: a reference, a call, a type or the word after a colon is no secret. */
function isSecret(assignment: Assignment, isKnown: boolean): boolean {
  const { name, sign, value } = assignment
  const { text, isQuoted } = value
  const origin = secretOrigin(name)
  if ((origin === undefined && !isKnown) || isPlaceholder(text) || isFolder(name, text)) return false
  const isCertain = isKnown || isConstant(name)
  if (isQuoted) return isCertain ? text.length >= 4 : text.length >= 6 && !/\s/.test(text)
  if (isRemark(text)) return false
  if (isCertain) return text.length >= (origin === 'person' ? 3 : 4)
  if (looksMade(text)) return sign.includes('=') || !text.includes('.')
  if (origin !== 'person' || isReference(text)) return false
  return sign === '=' ? text.length >= 3 : text.length >= 4 && endsLine(assignment)
}

/** `DB_PASSWORD`: a variable of the environment, or a constant. */
function isConstant(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name)
}

/** With more words after it, it is prose. What is very long is no word of a sentence. */
function endsLine({ value, text }: Assignment): boolean {
  if (value.text.length === BARE_LIMIT) return true
  const rest = /[ \t]{0,8}(?:#|\r?\n|$)/y
  rest.lastIndex = value.start + value.text.length
  return rest.test(text)
}
