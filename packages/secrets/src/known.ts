/** Available in every browser and runtime, but not in the types of the language. */
declare const TextEncoder: new () => { encode: (text: string) => Uint8Array }
declare const btoa: (text: string) => string

/** Shorter pieces of base64 occur in any text. */
const MIN_ENCODED = 8

/** Matches known secrets in each of their spellings; undefined if there are none. */
export function matcherOf(secrets: readonly string[]): { pattern: RegExp; longest: number } | undefined {
  const all = new Set(secrets.filter((secret) => secret !== '').flatMap(spellings))
  if (all.size === 0) return undefined
  // Longer ones first, since one may be a prefix of another.
  const texts = [...all].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g')
  return { pattern, longest: texts[0]!.length }
}

/** A secret as it is, inside JSON, in a URL and in base64. */
function spellings(secret: string): string[] {
  const url = encodeURIComponent(secret.toWellFormed())
  const lowerCase = url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  return [secret, JSON.stringify(secret).slice(1, -1), url, lowerCase, url.replaceAll('%20', '+'), ...encoded(secret)]
}

/** The parts that every base64 text containing the secret shares, one for each alignment of its first byte. */
function encoded(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret)
  return [0, 1, 2].flatMap((offset) => {
    const padded = Uint8Array.from({ length: offset + bytes.length }, (_, index) => bytes[index - offset] ?? 0)
    const text = btoa(Array.from(padded, (byte) => String.fromCharCode(byte)).join(''))
    const piece = text.slice(Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6))
    if (piece.length < MIN_ENCODED) return []
    // Encoded on its own, the text also has a known end.
    const whole = offset === 0 ? [text, text.replace(/=+$/, '')] : []
    return [piece, ...whole].flatMap((one) => [one, one.replaceAll('+', '-').replaceAll('/', '_')])
  })
}
