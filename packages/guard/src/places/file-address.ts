/** The path in `file:a.db?mode=ro` or `file://localhost/a%20b.db`, decoded; undefined for other texts. */
export function pathInAddress(text: string): string | undefined {
  const path = /^file:(?:\/\/[^/?#]*(?=\/))?([^?#]*)/i.exec(text)?.[1]
  return path?.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}
