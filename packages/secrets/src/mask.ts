export type Mask = (kind: string) => string

/** What replaces a secret, unless a host wants another text. */
export function mask(kind: string): string {
  return `[redacted: ${kind}]`
}

/** What was redacted before is not redacted again. */
export function isMask(text: string): boolean {
  return /^\[redacted/i.test(text)
}
