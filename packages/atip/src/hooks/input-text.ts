/** Decodes the input from an agent. */
export function textOf(bytes: Buffer): string {
  const text = bytes.toString()
  // Invalid UTF-8 is decoded to U+FFFD. `isUtf8` of `node:buffer` costs more to load.
  if (text.includes('\ufffd') && !Buffer.from(text).equals(bytes))
    throw new Error('the input from the agent is not UTF-8')
  return text
}
