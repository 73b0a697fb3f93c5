import { isSecretItem } from '../settings/collections.js'
import type { SecretSpan } from '../span.js'
import { isPlaceholder } from '../values.js'

const MACHINE = /^[ \t]{0,20}(?:machine[ \t]{1,20}\S|default[ \t]{0,20}\r?$)/m
const NETRC_PASSWORD =
  /((?:^|[ \t])(?:password|account)[ \t]{1,20})([^\s"'{$<]{1,1024})[ \t]{0,20}(?:\r?$|(?<=[ \t])(?:login|account)[ \t])/gm

/** `.netrc`, where machine, login and password may be on separate lines. */
export function findInNetrc(text: string): SecretSpan[] {
  if (!text.includes('machine') || !MACHINE.test(text)) return []
  return passwordsAt(text, NETRC_PASSWORD)
}

const PGPASS_LINE = /^(?:\S{1,255}?:(?:\d{1,5}|\*):[^\s:]{1,128}:[^\s:]{1,128}:\S{1,1024}|#.*|[ \t]*)$/
const PGPASS_PASSWORD = /^([^\s:#]{1,255}:(?:\d{1,5}|\*):[^\s:]{1,128}:[^\s:]{1,128}:)(\S{1,1024})$/gm

/** `.pgpass`. A single such line may be a compiler message, so every line must fit. */
export function findInPgpass(text: string): SecretSpan[] {
  const isPgpass = text.length < 100_000 && text.split(/\r?\n/).every((line) => PGPASS_LINE.test(line))
  return isPgpass ? passwordsAt(text, PGPASS_PASSWORD) : []
}

const LOGIN_LINE = /^(?:[\w.@+-]{1,64}:[^\s:]{3,256}|#.*|[ \t]*)$/
const LOGIN_PASSWORD = /^([\w.@+-]{1,64}:)([^\s:#][^\s:]{2,255})\r?$/gm

/** Files with only `user:password` lines. More than half of the passwords must look like secrets. */
export function findInLoginLists(text: string): SecretSpan[] {
  if (text.length > 100_000 || !text.split(/\r?\n/).every((line) => LOGIN_LINE.test(line))) return []
  const all = passwordsAt(text, LOGIN_PASSWORD)
  const made = all.filter(({ start, end }) => isSecretItem(text.slice(start, end)))
  return made.length * 2 > all.length ? made : []
}

function passwordsAt(text: string, pattern: RegExp): SecretSpan[] {
  return [...text.matchAll(pattern)].flatMap(({ index, 1: before, 2: password }) => {
    const start = index + before!.length
    return isPlaceholder(password!) ? [] : [{ start, end: start + password!.length, kind: 'password' }]
  })
}
