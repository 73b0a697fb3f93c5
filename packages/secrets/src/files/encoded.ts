import type { SecretSpan } from '../span.js'

/** Available in every browser and runtime, but not in the types of the language. */
declare const atob: (text: string) => string

/** Lines of base64. */
const BASE64 = /(?<![\w+/-])[A-Za-z0-9+/]{40,4096}(?:\r?\n[ \t]{0,20}[A-Za-z0-9+/]{4,76}(?![\w+/:.-])){0,400}={0,2}/g

// oxlint-disable-next-line no-control-regex -- what texts do not have
const BINARY = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/
const HEAD = 64

/** Finds base64 texts that contain a secret once decoded. */
export function findEncoded(text: string, hasSecret: (decoded: string) => boolean): SecretSpan[] {
  return [...text.matchAll(BASE64)].flatMap(({ index, 0: encoded }) => {
    const decoded = decode(encoded)
    return decoded !== undefined && hasSecret(decoded)
      ? [{ start: index, end: index + encoded.length, kind: 'encoded' }]
      : []
  })
}

function decode(encoded: string): string | undefined {
  const groups = encoded.replace(/[\s=]+/g, '')
  const whole = groups.length % 4 === 1 ? groups.slice(0, -1) : groups
  if (!isText(atob(whole.slice(0, HEAD)))) return undefined
  const decoded = atob(whole)
  return isText(decoded) ? decoded : undefined
}

/** Non-ASCII letters are bytes here: text contains a few of them, binary data many. */
function isText(decoded: string): boolean {
  return !BINARY.test(decoded) && decoded.replace(/[\x20-\x7e\s]+/g, '').length * 5 < decoded.length
}
