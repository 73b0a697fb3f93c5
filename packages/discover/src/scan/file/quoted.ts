/** External text that is safe to display: in quotes, with characters escaped that move the cursor or reorder text. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}

/** Whether a text contains characters that `quoted` would escape. */
export function needsQuoting(text: string): boolean {
  // The first expression avoids compiling the second, which takes a millisecond and is hardly ever needed.
  return !/^[ -~]*$/.test(text) && /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text)
}
