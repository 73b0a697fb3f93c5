import { secretOriginInFile, TELLING } from '../names.js'
import type { SecretSpan } from '../span.js'
import { isPlaceholder, isReference, isRemark, looksMade } from '../values.js'

/** `- name: DB_PASSWORD`, `"Key": "password",` */
const NAME_FIELD =
  /^[ \t]{0,40}(?:- )?["']?(?:name|key)["']?[ \t]{0,40}[:=][ \t]{0,40}["']?([\w.-]{1,80})["']?,?[ \t]{0,8}\r?$/i

/** `"db_password": {`, `db_password:`, `variable "db_password" {` */
const BLOCK = /^[ \t]{0,40}(?:variable[ \t]{1,4})?["']?([\w.-]{1,80})["']?[ \t]{0,40}[:=]?[ \t]{0,4}\{?[ \t]{0,8}\r?$/

const VALUE =
  /^([ \t]{0,40}["']?(?:value|default)["']?[ \t]{0,40}[:=][ \t]{0,40}["']?)([^\s"',]{3,4096})["']?,?[ \t]{0,8}\r?$/i

const LONGEST_HEAD = 250

/** How many lines may lie between a name and its value. */
const REACH = 4

/** A value below its name: environment entries in YAML, outputs and variables of Terraform. */
export function findInRecords(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  const telling = new RegExp(TELLING, 'i')
  let name = ''
  let left = 0
  let at = 0
  for (const line of text.split('\n')) {
    const value = left > 0 ? VALUE.exec(line) : null
    if (value !== null) {
      const start = at + value[1]!.length
      if (isSecretValue(name, value[2]!)) spans.push({ start, end: start + value[2]!.length, kind: 'secret' })
      left = 0
    } else if (left > 0 || (line.length <= LONGEST_HEAD && telling.test(line))) {
      const next = NAME_FIELD.exec(line)?.[1] ?? BLOCK.exec(line)?.[1]
      // This line starts an entry with its own name.
      if (next !== undefined) left = secretOriginInFile(next) === undefined ? 0 : REACH
      else left--
      name = next ?? name
    }
    at += line.length + 1
  }
  return spans
}

function isSecretValue(name: string, text: string): boolean {
  if (isPlaceholder(text) || isRemark(text) || isReference(text)) return false
  return secretOriginInFile(name) === 'person' || looksMade(text)
}
