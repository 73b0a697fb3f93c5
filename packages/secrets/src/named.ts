import { humanise } from '@atip/protocol'
import { placeAt, type NamedPlace } from './forms.js'
import { isFolder, secretOrigin, TELLING, type SecretOrigin } from './names.js'
import { endOfRun } from './runs.js'
import type { SecretSpan } from './span.js'
import { isPlaceholder, isReference, isRemark, isSentence, looksMade } from './values.js'

const NAME_CHARACTER = /[\w.-]/
const NO_START = /[\d.-]/
const LONGEST_NAME = 84

/** Matches a part of every name that may belong to a secret. */
export function tellingParts(variables: ReadonlySet<string>): RegExp {
  return new RegExp([TELLING, ...[...variables].map((name) => name.replace(/\W/g, '\\$&'))].join('|'), 'gi')
}

export interface Names {
  /** Matches a part of each name of a secret. */
  telling: RegExp
  /** Names of variables that hold secrets, in addition to those with telling names. */
  variables: ReadonlySet<string>
  originOf: (name: string) => SecretOrigin | undefined
}

/** Finds values given to a name that sounds like a secret, or to a variable in which a tool takes one. */
export function findNamed(text: string, { telling, variables, originOf }: Names, spans: SecretSpan[]): void {
  telling.lastIndex = 0
  for (let part = telling.exec(text); part !== null; part = telling.exec(text)) {
    const start = startOfName(text, part.index)
    const place = placeAt(text, start)
    if (place === undefined) continue
    telling.lastIndex = Math.max(telling.lastIndex, place.end)
    const { name, form, sign } = place
    const value = readValue(text, place.end)
    if (!isSecret({ name, form, sign, value, text, origin: originOf(name) }, variables.has(name))) continue
    const end = value.start + value.text.length
    const last = value.isQuoted ? end : endOfRun(text, end, form === 'element' ? 'element' : 'value')
    spans.push({ start: value.start, end: last, kind: 'secret' })
    telling.lastIndex = last
  }
}

/** The start of the name that contains the telling part at this offset. */
export function startOfName(text: string, at: number, character: RegExp = NAME_CHARACTER): number {
  let start = at
  while (start > 0 && at - start < LONGEST_NAME && character.test(text[start - 1]!)) start--
  // `--name`, `1.name`
  while (start < at && NO_START.test(text[start]!)) start++
  return start
}

interface Value {
  start: number
  isQuoted: boolean
  /** The whole value if it is quoted; otherwise only its beginning, which is enough to judge it. */
  text: string
}

interface Naming extends Pick<NamedPlace, 'name' | 'form' | 'sign'> {
  value: Value
  origin: SecretOrigin | undefined
  /** The whole text. */
  text: string
}

const BARE_LIMIT = 64
const QUOTED = /(\\?["'])((?:(?!\1)[^\r\n]){0,4096}?)\1/y
const BARE = /[^\s"',;&<]{0,64}/y

function readValue(text: string, from: number): Value {
  QUOTED.lastIndex = from
  const quoted = QUOTED.exec(text)
  if (quoted !== null) return { start: from + quoted[1]!.length, isQuoted: true, text: quoted[2]! }
  BARE.lastIndex = from
  return { start: from, isQuoted: false, text: BARE.exec(text)?.[0] ?? '' }
}

/** Source code and prose use such names too: references, calls, types and words after a colon are not secrets. */
function isSecret(naming: Naming, isKnown: boolean): boolean {
  const { name, form, sign, value, origin } = naming
  const { text, isQuoted } = value
  if ((origin === undefined && !isKnown) || isPlaceholder(text) || isFolder(name, text)) return false
  if (namesItself(name, text) || (form === 'element' && /^[@:/.,)\]]/.test(text))) return false
  // Source code has spaces around the `=` of a constant; an environment file has none.
  const isCertain = isKnown || (isConstant(name) && (isQuoted || sign === '='))
  if (isQuoted) return isSecretLiteral(text, origin, isCertain)
  if (isRemark(text) || (form === 'option' && isSentence(text))) return false
  if (isCertain) return text.length >= (origin === 'person' ? 3 : 4)
  // `credential: X509Credential`
  if (sign !== '=' && form === 'assignment' && secretOrigin(text) !== undefined) return false
  if (looksMade(text)) return form !== 'assignment' || sign.includes('=') || !text.includes('.')
  if (isReference(text) || (origin !== 'person' && !isConstant(name))) return false
  if (form !== 'assignment') return text.length >= 4
  if (sign === '=') return text.length >= 3
  // `self.password = word` is source code; `db.password = word` is a setting.
  return text.length >= 4 && (!name.includes('.') || SETTING.test(name)) && endsLine(naming)
}

/** Prefixes of dotted names in `.properties` files. */
const SETTING =
  /^(?:spring|quarkus|micronaut|db|database|datasource|jdbc|hibernate|javax|jakarta|mail|smtp|ssl|ldap|kafka|rabbitmq|redis)\./

/** `GRANT_REFRESH_TOKEN = "refresh_token"`. */
function namesItself(name: string, text: string): boolean {
  const words = humanise(text.slice(0, 100))
  return words.includes(' ') && /^[\w.-]+$/.test(text) && humanise(name).endsWith(words)
}

/** A quoted secret chosen by a person may be any word; one generated by a program has digits or is long. */
function isSecretLiteral(text: string, origin: SecretOrigin | undefined, isCertain: boolean): boolean {
  if (isCertain) return text.length >= 4
  if (origin === 'person' && /^(?=.*\d)\S{4,5}$/.test(text)) return true
  if (text.length < 6 || /\s/.test(text)) return false
  return origin === 'person' || /\d/.test(text) || (text.length >= 20 && !isReference(text))
}

/** `DB_PASSWORD`: an environment variable or a constant. */
function isConstant(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name)
}

/** A value followed by more words is prose. A very long value is not a word of a sentence. */
function endsLine({ value, text }: Naming): boolean {
  if (value.text.length === BARE_LIMIT) return true
  const rest = /[ \t]{0,8}(?:#|[\r\n]|$)/y
  rest.lastIndex = value.start + value.text.length
  return rest.test(text)
}
