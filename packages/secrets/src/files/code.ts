import { startOfName } from '../named.js'
import { secretOriginInFile, TELLING } from '../names.js'
import { isSecretItem } from '../settings/collections.js'
import { settingKind } from '../settings/setting-names.js'
import type { SecretSpan } from '../span.js'

/** What source code may have between a name and a string, besides an operator. */
const BETWEEN = [
  // `#define NAME "x"`, `:name "x"`, `set :name, 'x'`, `storePassword "x"`, `the password "x"`
  String.raw`,?[ \t]{1,20}`,
  // `char name[] = "x"`
  String.raw`\[\d{0,5}\][ \t]{0,8}=[ \t]{0,8}`,
  // `name string = "x"`, `Name As String = "x"`, `name: String? = "x"`
  String.raw`:?[ \t]{1,8}(?:As[ \t]{1,4})?[Ss]tring\??[ \t]{0,8}=[ \t]{0,8}`,
  // The value is on the next line.
  String.raw`(?:[ \t]{0,8}:[ \t]{0,4}\w{1,20})?[ \t]{0,8}(?::=|[=:])[ \t]{0,8}\(?[ \t]{0,8}\r?\n[ \t]{0,60}`,
  // `process.env.NAME || 'x'`, `ENV['NAME'] || 'x'`
  String.raw`(?:["']\])?[ \t]{0,4}(?:\|\||\?\?|\?:|or\b)[ \t]{0,8}`,
  // `environ.get('NAME', 'x')`
  String.raw`(?<=(?:get|getenv|fetch|env|config|var|getOrDefault)\([ \t]{0,4}["'][\w.-]{1,80})["'][ \t]{0,4},[ \t]{0,4}`,
]
const PLACE = new RegExp(
  String.raw`([A-Za-z_][\w.-]{0,80})(?:${BETWEEN.join('|')})(["'${'`'}])([^\s"'${'`'}]{8,512})\2`,
  'y',
)

/** Finds strings in source code that belong to a telling name without a plain operator between them. */
export function findInCode(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  const telling = new RegExp(TELLING, 'gi')
  for (let part = telling.exec(text); part !== null; part = telling.exec(text)) {
    PLACE.lastIndex = startOfName(text, part.index)
    const match = PLACE.exec(text)
    if (match === null) continue
    const end = PLACE.lastIndex - 1
    const [, name, , value] = match
    const isNamed = secretOriginInFile(name!) !== undefined || settingKind(name!) === 'password'
    if (!isNamed || !isSecretItem(value!)) continue
    spans.push({ start: end - value!.length, end, kind: 'secret' })
    telling.lastIndex = end
  }
  return spans
}
