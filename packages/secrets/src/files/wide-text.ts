const HEAD = 200

/** Decodes UTF-16 that was read as bytes, with a NUL next to each letter, by dropping the NULs. Lines stay the same. */
export function narrow(text: string): string {
  const head = text.slice(0, HEAD)
  const count = head.split('\0').length - 1
  return count * 3 > head.length ? text.replaceAll('\0', '') : text
}
