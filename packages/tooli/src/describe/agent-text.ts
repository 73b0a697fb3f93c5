/** ATIP's recommendation, which keeps descriptions affordable for models (decision 5). */
const LONGEST = 200

/** A description within the recommended length, cut at a word. */
export function brief(text: string): string {
  if (text.length <= LONGEST) return text
  const space = text.slice(0, LONGEST - 1)
  const cut = space.lastIndexOf(' ')
  // Never leave half of a surrogate pair at the end.
  return `${(cut > LONGEST / 2 ? space.slice(0, cut) : space).replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}

/** An example as it is typed: authors may leave the program's name out. */
export function withProgram(line: string, tool: string, path: readonly string[]): string {
  const text = line.trim()
  const words = text.split(/\s+/)
  const starts = (wanted: readonly string[]) => wanted.every((word, index) => words[index] === word)
  if (starts([tool, ...path])) return text
  // A command may have the name of its tool, so test the command's path before the program's name.
  if (path.length > 0 && starts(path)) return `${tool} ${text}`
  return runs(text, tool) ? text : `${tool} ${text}`
}

/** Whether the program's name is in command position: first, after assignments, or after `|`, `&&`, `;`, `(`. */
function runs(text: string, tool: string): boolean {
  const name = tool.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`(?:^|[|&;(]\\s*)(?:\\w+=\\S*\\s+)*${name}(?=\\s|$)`, 'u').test(text)
}
