import { secretOriginInFile } from '../names.js'
import { isMade, isSecretSetting } from '../settings/setting-values.js'
import type { SecretSpan } from '../span.js'

/** The text before a value, the value, and its name if that follows. */
const FIELDS: readonly RegExp[] = [
  // `{ "value": "x", "name": "DB_PASSWORD" }`, `- value: x`, then `name: DB_PASSWORD`
  /(["']?\bvalue["']?[ \t]{0,8}:[ \t]{0,8}["'])([^"'\r\n]{3,512})["']\s{0,40},\s{0,40}["']?(?:name|key)["']?[ \t]{0,8}:[ \t]{0,8}["']([\w.-]{1,80})["']/gi,
  /(\bvalue:[ \t]{1,8}["']?)([^\s"']{3,512})["']?[ \t]{0,8}\r?\n[ \t]{1,40}(?:name|key):[ \t]{1,8}["']?([\w.-]{1,80})["']?[ \t]{0,8}(?=\r?$)/gim,
  // `{ "type": "password", "content": "x" }`
  /(["']?\btype["']?\s{0,8}:\s{0,8}["']?password\b["']?[^{}]{0,200}?["']?\b(?:content|value)["']?[ \t]{0,8}:[ \t]{0,8}["']?)([^\s"',{}]{3,512})/gi,
  /(["']?\b(?:content|value)["']?[ \t]{0,8}:[ \t]{0,8}["'])([^\s"',{}]{3,512})["'][^{}]{0,100}?\btype["']?\s{0,8}:\s{0,8}["']password\b/gi,
  // `<input type="password" value="x">`
  /(<input\b[^<>]{0,200}?\btype=["']?password["']?[^<>]{0,200}?\bvalue=["'])([^\s"'<>]{3,256})(?=["'])/gi,
  /(<input\b[^<>]{0,200}?\bvalue=["'])([^\s"'<>]{3,256})["'][^<>]{0,200}?\btype=["']?password\b/gi,
]

/** Finds values in fields whose names, or types, come before or after them. */
export function findInFields(text: string): SecretSpan[] {
  if (!/password|secret|token|key/i.test(text)) return []
  return FIELDS.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ index, 1: before, 2: value, 3: name }) => {
      const start = index + before!.length
      const isSecret = isNamed(name, value!) && isSecretSetting('password', 'password', value!)
      return isSecret ? [{ start, end: start + value!.length, kind: 'secret' }] : []
    }),
  )
}

function isNamed(name: string | undefined, value: string): boolean {
  const origin = name === undefined ? 'person' : secretOriginInFile(name)
  return origin === 'person' || (origin === 'program' && isMade(value))
}
