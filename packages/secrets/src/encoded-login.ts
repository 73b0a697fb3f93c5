import type { SecretSpan } from './span.js'

/** Available in every browser and runtime, but not in the types of the language. */
declare const atob: (text: string) => string

const BASE64 = /^[A-Za-z0-9+/]{8,400}={0,2}$/

/** Decodes base64 of a short printable text; undefined if it is not that. */
export function decodeShort(text: string): string | undefined {
  const letters = text.replace(/=+$/, '')
  if (!BASE64.test(text) || letters.length % 4 === 1) return undefined
  const decoded = atob(letters)
  return /^[\x20-\x7e]+$/.test(decoded) ? decoded : undefined
}

/** Whether this is `name:password` in base64. */
export function isEncodedLogin(text: string): boolean {
  return /^[\w.@+-]{1,64}:[^\s:]{3,256}$/.test(decodeShort(text) ?? '')
}

/** `Basic x` in a header, `userPassword:: x` in LDIF. */
const PLACES: readonly { pattern: RegExp; fits: (text: string) => boolean }[] = [
  { pattern: /(\bBasic[ \t]{1,4})([A-Za-z0-9+/]{8,400}={0,2})(?![\w+/])/g, fits: isEncodedLogin },
  {
    pattern: /(\buserPassword::[ \t]{0,8})([A-Za-z0-9+/]{8,400}={0,2})(?![\w+/])/gi,
    fits: (text) => /^[^{]{4,}/.test(decodeShort(text) ?? ''),
  },
]

export function findEncodedLogins(text: string): SecretSpan[] {
  return PLACES.flatMap(({ pattern, fits }) =>
    [...text.matchAll(pattern)].flatMap(({ index, 1: before, 2: encoded }) => {
      const start = index + before!.length
      return fits(encoded!) ? [{ start, end: start + encoded!.length, kind: 'credentials' }] : []
    }),
  )
}
