import type { SecretSpan } from '../span.js'
import { settingKind } from './setting-names.js'
import { isMade, isSecretSetting } from './setting-values.js'

/** `bindpw x`, `password "x";`, `neighbor y password x`, `(password . "x")` */
const DIRECTIVE =
  /^[ \t]{0,40}(?:[\w.:-]{1,60}[ \t]{1,40}){0,3}?([A-Za-z][\w.-]{0,60})[ \t]{1,60}(?:(?:\d{1,2}|--\w{1,20})[ \t]{1,8})?(?:"([^"\r\n]{1,512})"|'([^'\r\n]{1,512})'|([^\s"'=:][^\s"']{0,512}?));?[ \t]{0,20}\r?$/

/** `user "me" password "x"`, anywhere in a line. */
const QUOTED_PASSWORD = /(\b(?:password|passwd|psk)[ \t]{1,20}")([^"\s]{6,256})(?=")/gi

/** Names that only directives use: any value after them counts. */
const CERTAIN = /^(?:\w*pw|\w+pass|masterauth|remote_password|\w+_passwd|\w+_password|olcRootPW)$/i

/** Finds secrets in files that separate a name and its value only by blanks. */
export function findInDirectives(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const { index, 1: before, 2: value } of text.matchAll(QUOTED_PASSWORD)) {
    const start = index + before!.length
    if (isSecretSetting('password', 'password', value!))
      spans.push({ start, end: start + value!.length, kind: 'secret' })
  }
  let at = 0
  for (const line of text.split('\n')) {
    const match = line.length < 600 && TELLING.test(line) ? DIRECTIVE.exec(line) : null
    const [, name = '', double, single, bare] = match ?? []
    const value = double ?? single ?? bare ?? ''
    const kind = match === null ? undefined : settingKind(name)
    if (kind !== undefined && isSecretSetting(kind, name, value) && (bare === undefined || isCertain(name, value))) {
      const start = at + line.lastIndexOf(value)
      spans.push({ start, end: start + value.length, kind: 'secret' })
    }
    at += line.length + 1
  }
  return spans
}

const TELLING = /pass|pw|secret|token|key|psk|masterauth/i

function isCertain(name: string, value: string): boolean {
  return CERTAIN.test(name) || (isMade(value) && !value.endsWith('.'))
}
