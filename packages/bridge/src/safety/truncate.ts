import type { JsonValue } from '@atip/protocol'

/** The beginning of a text, and how much is missing. Never splits a surrogate pair. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text
  const isInsidePair = /[\ud800-\udbff]/.test(text[limit - 1] ?? '') && /[\udc00-\udfff]/.test(text[limit] ?? '')
  const kept = isInsidePair ? limit - 1 : limit
  return `${text.slice(0, kept)}\n[truncated: ${text.length - kept} of ${text.length} characters are not shown]`
}

/** Drops the last texts, entries and fields of a value whose JSON is too long; the rest is still valid JSON. */
export function truncateJson(value: JsonValue, limit: number): JsonValue {
  return JSON.stringify(value).length <= limit ? value : cut(value, { left: limit })
}

interface Budget {
  left: number
}

function cut(value: JsonValue, budget: Budget): JsonValue {
  if (typeof value === 'string') {
    const kept = truncate(value, Math.max(budget.left, 0))
    budget.left -= value.length + 2
    return kept
  }
  if (Array.isArray(value)) return cutList(value, budget)
  if (typeof value === 'object' && value !== null) return cutObject(value, budget)
  budget.left -= String(value).length
  return value
}

function cutList(list: readonly JsonValue[], budget: Budget): JsonValue[] {
  const kept: JsonValue[] = []
  for (const entry of list) {
    budget.left -= 1
    if (budget.left <= 0)
      return [...kept, `[truncated: ${list.length - kept.length} of ${list.length} entries are not shown]`]
    kept.push(cut(entry, budget))
  }
  return kept
}

function cutObject(object: Record<string, JsonValue>, budget: Budget): Record<string, JsonValue> {
  const names = Object.keys(object)
  const kept: [string, JsonValue][] = []
  for (const name of names) {
    budget.left -= name.length + 4
    if (budget.left <= 0) {
      kept.push(['[truncated]', `${names.length - kept.length} of ${names.length} fields are not shown`])
      break
    }
    kept.push([name, cut(object[name]!, budget)])
  }
  return Object.fromEntries(kept)
}
