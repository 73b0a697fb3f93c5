import type { SecretSpan } from '../span.js'
import { isSecretItem } from './collections.js'
import { isPlural, settingKind, type SettingKind } from './setting-names.js'
import { isSecretSetting } from './setting-values.js'

/** `password:`, `password: |`, `- password: >-`, `key = """`. */
const HEAD =
  /^([ \t]{0,60}(?:- ){0,2})["']?([A-Za-z_][\w.-]{0,80})["']?[ \t]{0,20}[:=][ \t]{0,20}(?:!!?\w{1,20}[ \t]{0,4})?([|>][-+\d]{0,2}|"""|''')?[ \t]{0,20}(?:#.{0,200})?\r?$/
const ITEM = /^[ \t]{0,60}- ["']?([^\s"']{4,512})["']?,?[ \t]{0,20}(?:#.{0,200})?\r?$/
const ENTRY =
  /^[ \t]{0,60}["']?[\w.@-]{1,80}["']?[ \t]{0,20}:[ \t]{1,20}["']?([^\s"']{4,512})["']?[ \t]{0,20}(?:#.{0,200})?\r?$/
const SCALAR =
  /^[ \t]{0,60}(?:"([^"]{1,512})"|'([^']{1,512})'|([^\s"'#:{[<-][^\s]{0,512}(?: [^\s:#]{1,60}){0,24}))[ \t]{0,20}\r?$/

interface Head {
  kind: SettingKind
  name: string
  column: number
  isBlock: boolean
}

/** Finds YAML values below their name: in a block scalar, on the next line, in a list, or in a mapping. */
export function findInYaml(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  let head: Head | undefined
  let at = 0
  for (const line of text.split('\n')) {
    const column = line.length > 1000 ? 0 : line.search(/\S/)
    if (column >= 0) {
      const value = head === undefined ? undefined : valueBelow(line, column, head)
      if (value !== undefined) {
        const start = at + line.indexOf(value)
        spans.push({ start, end: start + value.length, kind: 'secret' })
      }
      const ends = head !== undefined && (column < head.column || (column === head.column && line[column] !== '-'))
      if (head === undefined || ends || !isPlural(head.name))
        head = headAt(line) ?? (ends || !head?.isBlock ? undefined : head)
    }
    at += line.length + 1
  }
  return spans
}

function headAt(line: string): Head | undefined {
  const match = line.length > 500 ? null : HEAD.exec(line)
  const kind = match === null ? undefined : settingKind(match[2]!)
  if (match === null || kind === undefined) return undefined
  return { kind, name: match[2]!, column: match[1]!.length, isBlock: match[3] !== undefined }
}

function valueBelow(line: string, column: number, { kind, name, column: outer, isBlock }: Head): string | undefined {
  const item = ITEM.exec(line)?.[1] ?? (isPlural(name) && column > outer ? ENTRY.exec(line)?.[1] : undefined)
  if (item !== undefined && !isBlock) return column >= outer && isSecretItem(item) ? item : undefined
  if (column <= outer && !isBlock) return undefined
  const scalar = SCALAR.exec(line)
  const value = scalar?.[1] ?? scalar?.[2] ?? scalar?.[3]
  if (scalar?.[3] !== undefined && /:$|: /.test(scalar[3])) return undefined
  return value !== undefined && isSecretSetting(kind, name, value) ? value : undefined
}
