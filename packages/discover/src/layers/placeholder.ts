/** Whether a description says no more than one of these names: `target directory` for `target-directory`. */
export function isPlaceholder(description: string | undefined, names: readonly string[]): boolean {
  if (description === undefined) return true
  return names.some((name) => isLike(description, name)) || (description.length <= ROOM && squash(description) === '')
}

/** Written with spaces a name gets hardly longer; this spares looking closer at nearly all descriptions. */
function isLike(description: string, name: string): boolean {
  return description.length <= name.length + ROOM && squash(description) === squash(name)
}

const ROOM = 6

function squash(text: string): string {
  return text
    .toLowerCase()
    .replace(/[-_ ]operand$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
