/** Every browser and runtime has it; the language's own types do not know it. */
declare const atob: (text: string) => string

const BASE64 = /^[A-Za-z0-9+/]{8,400}={0,2}$/

/** Base64 of a short text without signs of control; undefined if it is none. */
export function decodeShort(text: string): string | undefined {
  const letters = text.replace(/=+$/, '')
  if (!BASE64.test(text) || letters.length % 4 === 1) return undefined
  const decoded = atob(letters)
  return /^[\x20-\x7e]+$/.test(decoded) ? decoded : undefined
}

/** Whether this is `name:word` in base64. */
export function isEncodedLogin(text: string): boolean {
  return /^[\w.@+-]{1,64}:[^\s:]{3,256}$/.test(decodeShort(text) ?? '')
}
