import type { SecretSpan } from '../span.js'
import { findInCollection, isSecretItem } from './collections.js'
import { ENVIRONMENT, isPlural, settingKind } from './setting-names.js'
import { isSecretSetting } from './setting-values.js'

/** `[passwords]`, `[[x.tokens]]`, `users:`. */
const HEAD =
  /^([ \t]{0,60})(?:\[{1,2}["']?([\w. -]{1,80}?)["']?\]{1,2}|["']?([\w.-]{1,80})["']?[ \t]{0,20}:)[ \t]{0,20}(?:[#;].{0,200})?\r?$/
const ENTRY =
  /^([ \t]{0,60})["']?([\w.@-]{1,80})["']?[ \t]{0,20}[:=][ \t]{0,20}(?:"([^"]{3,512})"|'([^']{3,512})'|([^\s"'{[|>&*!][^\s"']{2,512}))[ \t]{0,20}(?:[#;].{0,200})?\r?$/
const JSON_PEOPLE = /["'](?:users|admins|passwords)["'][ \t]{0,8}:\s{0,8}(?=\{)/gi
const PEOPLE = /(?:^|[._-])(?:users|admins)$/i

/** Fields of users that are not passwords. */
const FIELD =
  /^(?:id|uid|name|mail|email|role|hash|path|file|url|host|image|version|key|arn|created|updated)$|_(?:id|at)$/i

type Fits = (key: string, value: string) => boolean

/** Decides which entries of a section are secrets; undefined if none can be. */
function fitsBelow(name: string): Fits | undefined {
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (PEOPLE.test(name)) return (key, value) => !FIELD.test(key) && !value.includes('@') && isSecretItem(value)
  const kind = settingKind(last)
  if (kind === undefined || kind === 'login' || kind === 'address') return undefined
  if (!isPlural(last)) return (key, value) => ENVIRONMENT.test(key) && isSecretSetting(kind, last, value)
  if (kind === 'password') return (key, value) => !FIELD.test(key) && isSecretSetting(kind, last, value)
  return (key, value) => !FIELD.test(key) && isSecretItem(value)
}

/** Finds secrets in sections such as `[passwords]`, whose keys are users, services or environments. */
export function findInSections(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const { index, 0: head } of text.matchAll(JSON_PEOPLE)) findInCollection(text, index + head.length, spans)
  let below: { fits: Fits; column: number; inner?: number } | undefined
  let at = 0
  for (const line of text.split('\n')) {
    const isShort = line.length < 1000
    const head = isShort ? HEAD.exec(line) : null
    const entry = isShort && below !== undefined && head === null ? ENTRY.exec(line) : null
    if (head !== null) {
      const fits = fitsBelow(head[2] ?? head[3]!)
      // Entries of a `[section]` need no indentation.
      below = fits === undefined ? undefined : { fits, column: head[2] === undefined ? head[1]!.length : -1 }
    } else if (entry !== null && below !== undefined) {
      const column = entry[1]!.length
      below.inner ??= column
      const value = (entry[3] ?? entry[4] ?? entry[5])!
      if (column <= below.column) below = undefined
      else if (column === below.inner && below.fits(entry[2]!, value)) {
        const start = at + line.indexOf(value, entry[1]!.length + entry[2]!.length)
        spans.push({ start, end: start + value.length, kind: 'secret' })
      }
    } else if (/^[ \t]{0,60}-/.test(line)) below = undefined
    at += line.length + 1
  }
  return spans
}
