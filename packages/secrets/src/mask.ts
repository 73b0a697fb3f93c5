export type Mask = (kind: string) => string

/** The default replacement for a secret. */
export function mask(kind: string): string {
  return `[redacted: ${kind}]`
}

/** Whether a text has been redacted before. */
export function isMask(text: string): boolean {
  return /^\[redacted/i.test(text)
}
