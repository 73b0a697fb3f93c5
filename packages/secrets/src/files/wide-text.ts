const HEAD = 200

/** UTF-16 that was read as bytes has a NUL beside each letter: without them it is the text, with the same lines. */
export function narrow(text: string): string {
  const head = text.slice(0, HEAD)
  const count = head.split('\0').length - 1
  return count * 3 > head.length ? text.replaceAll('\0', '') : text
}
