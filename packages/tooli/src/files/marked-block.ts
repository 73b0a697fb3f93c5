/** Marks our lines in a file of the user, between two comments. */
const begin = (name: string) => `# >>> ${name}: written by the tool itself, and removed by it >>>`
const end = (name: string) => `# <<< ${name} <<<`

/** The text with the block at its end, or in place of an older one. */
export function withBlock(text: string | undefined, name: string, lines: readonly string[]): string {
  const block = [begin(name), ...lines, end(name)].join('\n')
  const parts = split(text ?? '', name)
  if (parts !== undefined) return parts.before + block + parts.after
  const rest = text ?? ''
  const gap = rest === '' ? '' : rest.endsWith('\n') ? '\n' : '\n\n'
  return `${rest}${gap}${block}\n`
}

/** The text without the block; undefined if nothing else was in it. */
export function withoutBlock(text: string | undefined, name: string): string | undefined {
  const parts = split(text ?? '', name)
  if (text === undefined || parts === undefined) return text
  const { before, after } = parts
  const rest = before.replace(/\n\n$/, '\n') + after.replace(/^\n/, '')
  return rest.trim() === '' ? undefined : rest
}

function split(text: string, name: string): { before: string; after: string } | undefined {
  const lines = text.split('\n')
  const [first, last] = [lines.indexOf(begin(name)), lines.indexOf(end(name))]
  if (first === -1 || last < first) return undefined
  const lead = lines.slice(0, first)
  const rest = lines.slice(last + 1)
  return { before: lead.map((line) => `${line}\n`).join(''), after: rest.map((line) => `\n${line}`).join('') }
}
