/** Whether a description says no more than the name does: `target directory` for `target-directory`. */
export function isPlaceholder(description: string | undefined, name: string): boolean {
  if (description === undefined) return true
  // Spaces and dashes aside they would be of one length; this spares the rest for nearly all.
  if (description.length > name.length + ROOM) return false
  const said = squash(description)
  return said === '' || said === squash(name)
}

const ROOM = 12

function squash(text: string): string {
  return text
    .toLowerCase()
    .replace(/-operand$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
