/** What replaces a secret. */
export type Hide = (kind: string, secret: string) => string

export function mask(kind: string): string {
  return `[redacted: ${kind}]`
}

export function isMask(text: string): boolean {
  return text.startsWith('[redacted')
}
