/** Extracts the version from tags such as `v1.2.3`, `release-1.2.3` and `curl-8_5_0`. */
export function withoutV(tag: string): string {
  const plain = /(?:^|[^0-9A-Za-z.])[vV]?(\d[\w.+~-]*)$/.exec(tag)?.[1] ?? tag
  return /^\d+(?:_\d+)+$/.test(plain) ? plain.replaceAll('_', '.') : plain
}
