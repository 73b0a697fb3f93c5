import { placeAt } from '../forms.js'
import { startOfName } from '../named.js'
import { isFolder } from '../names.js'
import type { SecretSpan } from '../span.js'
import { findInCollection } from './collections.js'
import { ENVIRONMENT, isPlural, settingKind, TELLING_SETTING } from './setting-names.js'
import { isMade, isSecretSetting } from './setting-values.js'

const QUOTED = /(\\?["'`])((?:\\(?!["'`])|(?!\1)[^\r\n]){0,4096}?)\1(?!["'`])/y
const BARE = /[^\s"'`]{0,256}/y

/** YAML tags and anchors before a value, and string prefixes such as `u"x"` and `@"x"`. */
const PREFIX = /(?:!!?\w{1,20}[ \t]{1,4}|&\w{1,40}[ \t]{1,4}|[ub@](?=["'])){1,3}/y

/** Source code in which unquoted words are variables: statements, arrow functions, calls, comments. */
const CODE_BEFORE =
  /^\s*(?:(?:export )?(?:const|let|var|function|def|class|public|private|type|interface|fn|func|val|local|await|return|if|import|case)\b|@\w|\/\/|\/?\*|[$}]|\.\w)|=>|\w\([^)]*$|`|\blet\b|\|.*\||<\/?span|\$\{\w*$|^\s*(?:\S+ )?--?\w[\w-]*:\s*$/
const CODE_AFTER = /^[ \t]*(?:[?|&+]|=>|\)?;\s*$|\{)/

/** Setting names may use any script. */
const NAME_CHARACTER = /[\p{L}\w.-]/u

/** Finds the values of settings with telling names, in any format. */
export function findSettings(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  const telling = new RegExp(TELLING_SETTING)
  for (let part = telling.exec(text); part !== null; part = telling.exec(text)) {
    const place = placeAt(text, startOfName(text, part.index, NAME_CHARACTER), 'aligned')
    if (place === undefined) continue
    telling.lastIndex = Math.max(telling.lastIndex, place.end)
    const kind = settingKind(place.name)
    if (kind === undefined) continue
    const opening = text[place.end]
    if (opening === '[' || (opening === '{' && (isPlural(place.name) || hasEnvironments(text, place.end)))) {
      telling.lastIndex = findInCollection(text, place.end, spans)
      continue
    }
    const { start, value, isQuoted } = readValue(text, place.end, place.form === 'element')
    if (isFolder(place.name, value) || !isSecretSetting(kind, place.name, value)) continue
    if (!isQuoted && place.form === 'option' && !isMade(value)) continue
    // `functions:secrets:destroy`
    if (place.sign === ':' && !isQuoted && text[place.end - place.name.length - 2] === ':') continue
    if (!isQuoted && place.form === 'assignment' && !isWholeValue(text, part.index, start, value)) continue
    spans.push({ start, end: start + value.length, kind: 'secret' })
    telling.lastIndex = start + value.length
  }
  return spans
}

/** `{ "prod": "x", "dev": "y" }`. */
function hasEnvironments(text: string, from: number): boolean {
  const first = /^\{\s{0,40}["']?(\w{1,20})["']?\s{0,8}:/.exec(text.slice(from, from + 100))?.[1]
  return first !== undefined && ENVIRONMENT.test(first)
}

function readValue(
  text: string,
  from: number,
  isElement: boolean,
): { start: number; value: string; isQuoted: boolean } {
  PREFIX.lastIndex = from
  const at = PREFIX.test(text) ? PREFIX.lastIndex : from
  QUOTED.lastIndex = at
  const quoted = QUOTED.exec(text)
  if (quoted !== null) return { start: at + quoted[1]!.length, value: quoted[2]!, isQuoted: true }
  BARE.lastIndex = at
  const bare = BARE.exec(text)?.[0] ?? ''
  return { start: at, value: isElement ? bare.replace(/<.*$/, '') : bare.replace(/[,;)}\]]+$/, ''), isQuoted: false }
}

const LONGEST_LINE = 400

/** An unquoted word counts if it is the whole value, or if it looks generated; never in source code. */
function isWholeValue(text: string, name: number, start: number, value: string): boolean {
  const head = text.slice(Math.max(0, name - LONGEST_LINE), start)
  const before = head.slice(head.lastIndexOf('\n') + 1)
  const after = text.slice(start + value.length, start + value.length + LONGEST_LINE).split(/[\r\n]/, 1)[0]!
  if (CODE_BEFORE.test(before) || CODE_AFTER.test(after)) return false
  return /^[ \t]*(?:$|[#,;}\])]|\/\/|\\?["'])|^[ \t]+[\w-]+[=:]/.test(after) || (isMade(value) && value.length >= 8)
}
