import type { SecretSpan } from '../span.js'

const VALUE = /\bvalue["']\s{0,20}:\s{0,20}["']([^"'\r\n]{8,4096})["']/gi
const REACH = 1500

/** Cookies saved by a browser or a browser test: objects with a name, a value and a domain. */
export function findInBrowserState(text: string): SecretSpan[] {
  if (!/["'](?:domain|host|host_key)["']/i.test(text)) return []
  return [...text.matchAll(VALUE)].flatMap(({ index, 0: whole, 1: value }) => {
    const end = index + whole.length
    const before = text.slice(Math.max(0, index - REACH), index)
    const after = text.slice(end, end + REACH)
    const object = before.slice(before.lastIndexOf('{') + 1) + after.split('}', 1)[0]!
    const isCookie = /["']name["']/i.test(object) && /["'](?:domain|host|host_key)["']\s{0,20}:/i.test(object)
    return isCookie && /["'](?:path|expires|expirationDate|httpOnly|secure|sameSite)["']/i.test(object)
      ? [{ start: end - 1 - value!.length, end: end - 1, kind: 'cookie' }]
      : []
  })
}
