import type { SecretSpan } from '../span.js'
import { isPlaceholder } from '../values.js'

const KIND = /^([ \t]{0,20}(?:- )?)kind:[ \t]{0,4}["']?Secret["']?[ \t]{0,8}(?:#.{0,400})?\r?$/gm
const BLOCK = /^([ \t]{0,20}(?:- )?)(?:data|stringData):[ \t]{0,8}(?:#.{0,400})?\r?$/
const ENTRY = /^[ \t]{1,40}["']?[\w.-]{1,253}["']?:[ \t]{1,8}["']?/

const JSON_KIND = /"kind"[ \t]{0,4}:[ \t]{0,4}"Secret"/
const JSON_BLOCK = /"(?:data|stringData)"[ \t]{0,4}:[ \t]{0,4}\{/g
const JSON_ENTRY = /("[\w.-]{1,253}"[ \t]{0,4}:[ \t]{0,4}")([^"\r\n]{1,4096})/g

/** All entries of `data` and `stringData` in a manifest of the kind `Secret`, in YAML or JSON. */
export function findInKubernetesSecrets(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  if (!text.includes('Secret')) return spans
  if (JSON_KIND.test(text)) findInJson(text, spans)
  let place = 0
  for (const document of text.split(/^(?=---)/m)) {
    // `data` has the same indentation as `kind`; a list may also contain manifests of other kinds.
    const columns = new Set([...document.matchAll(KIND)].map(([, before]) => before!.length))
    if (columns.size > 0) findInYaml(document, columns, place, spans)
    place += document.length
  }
  return spans
}

function findInYaml(document: string, columns: ReadonlySet<number>, place: number, spans: SecretSpan[]): void {
  /** The indentation of the current block. */
  let block: number | undefined
  let at = place
  for (const line of document.split('\n')) {
    const column = line.search(/\S/)
    if (block !== undefined && column >= 0 && column <= block) block = undefined
    const start = BLOCK.exec(line)
    if (start !== null && columns.has(start[1]!.length)) block = start[1]!.length
    else if (block !== undefined && column > 0 && line[column] !== '#') {
      const before = ENTRY.exec(line)?.[0].length ?? column
      push(line.slice(before).trimEnd().replace(/["']$/, ''), at + before, spans)
    }
    at += line.length + 1
  }
}

function findInJson(text: string, spans: SecretSpan[]): void {
  for (const { index, 0: head } of text.matchAll(JSON_BLOCK)) {
    const from = index + head.length
    const end = text.slice(from).search(/[{}]/)
    const block = text.slice(from, end === -1 ? undefined : from + end)
    for (const entry of block.matchAll(JSON_ENTRY)) push(entry[2]!, from + entry.index + entry[1]!.length, spans)
  }
}

function push(value: string, start: number, spans: SecretSpan[]): void {
  // `|` and `>` begin a text of several lines.
  if (isPlaceholder(value) || /^[|>&]/.test(value)) return
  spans.push({ start, end: start + value.length, kind: 'secret' })
}
