/** A text from outside as people may be shown it: in quotes, and nothing in it can move a cursor or turn a line round. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}

/** Whether a text holds what `quoted` would have to hide. */
export function needsQuoting(text: string): boolean {
  // Compiling the other expression takes a millisecond, and there is hardly ever a need for it.
  return !/^[ -~]*$/.test(text) && /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text)
}
