/** Whether a description says no more than one of these names: `target directory` for `target-directory`. */
export function isPlaceholder(description: string | undefined, names: readonly string[]): boolean {
  if (description === undefined) return true
  if (description.length > LONGEST) return false
  const said = squash(description)
  return said === '' || names.some((name) => squash(name) === said)
}

/** Names are short; this spares looking at what is not. */
const LONGEST = 40

function squash(text: string): string {
  return text
    .toLowerCase()
    .replace(/-operand$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
