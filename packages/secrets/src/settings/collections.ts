import type { SecretSpan } from '../span.js'
import { isMade, isSecretSetting } from './setting-values.js'

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}' }
const LONGEST = 8192
const LONGEST_ITEM = 4096

/** Items between quotes or commas, without their keys. */
const ITEM = /(?:^|[[{,:\s])["']?([^\s"',:[\]{}]{6,256})["']?(?=[ \t]*(?:[,\]}\r\n]|$))/g

/** Finds secrets in the `["…", "…"]` or `{ a: "…" }` of a plural name. Returns where to continue the search. */
export function findInCollection(text: string, from: number, spans: SecretSpan[]): number {
  const close = text.slice(from + 1, from + LONGEST).search(text[from] === '[' ? /\]/ : /[{}]/)
  const end = close === -1 || text[from + 1 + close] !== CLOSING[text[from]!] ? from + 1 : from + 1 + close
  for (const { index, 0: whole, 1: item } of text.slice(from, end).matchAll(ITEM)) {
    if (!isSecretItem(item!)) continue
    const start = from + index + whole.indexOf(item!)
    spans.push({ start, end: start + Math.min(item!.length, LONGEST_ITEM), kind: 'secret' })
  }
  return end
}

/** A list may contain the names of secrets: an item counts only if it looks generated or well chosen. */
export function isSecretItem(item: string): boolean {
  return isMade(item) && isSecretSetting('token', 'tokens', item) && !/^[a-z]+(?:[-_.][a-z]+)*[-_.]?\d{1,2}$/.test(item)
}
