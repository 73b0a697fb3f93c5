/** `https://…`; a `file://…` stays here. */
export function isAddress(text: string): boolean {
  return /^[a-z][\w+.-]+:\/\//i.test(text) && !/^file:/i.test(text)
}
