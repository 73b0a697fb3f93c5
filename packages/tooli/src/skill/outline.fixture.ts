/** Reads the headings and other blocks that matter for an outline of a Markdown file, by the rules of CommonMark. */

const CONTAINER = /^(?: {0,3}(?:[-+*]|\d{1,9}[.)])(?: {1,4}|$)| {0,3}> ?)/
const TAG = /^ {0,3}<(?:[A-Za-z][\w-]*|\/[A-Za-z][\w-]*|[!?])/

/** Every heading as `## text`, at the top level, in a list or in a quotation. */
export function outlineOf(markdown: string): string[] {
  const headings: string[] = []
  let fence: string | undefined
  let htmlEnd: RegExp | undefined
  let paragraph = ''
  for (const raw of markdown.split(/\r\n?|\n/)) {
    const line = fence === undefined && htmlEnd === undefined ? withoutContainers(raw) : raw
    if (fence !== undefined) {
      const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1]
      if (closing !== undefined && closing.startsWith(fence)) fence = undefined
      continue
    }
    if (htmlEnd !== undefined) {
      if (htmlEnd.test(line)) htmlEnd = undefined
      continue
    }
    const opening = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line)
    if (opening !== null) {
      fence = opening[1] ?? opening[2]!
      paragraph = ''
      continue
    }
    if (TAG.test(line)) {
      const end = /^ {0,3}<!--/.test(line) ? /-->/ : /^\s*$/
      if (!end.test(line)) htmlEnd = end
      paragraph = ''
      continue
    }
    const atx = /^ {0,3}(#{1,6})(?:[ \t]+([^]*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line)
    const isUnderline = /^ {0,3}(?:=+|-+)[ \t]*$/.test(raw) && paragraph !== ''
    if (atx !== null) headings.push(`${atx[1]} ${atx[2] ?? ''}`)
    else if (isUnderline) headings.push(`${raw.includes('=') ? '#' : '##'} ${paragraph}`)
    paragraph = atx !== null || isUnderline || line.trim() === '' ? '' : line
  }
  // An open block has swallowed the rest of the file.
  if (fence !== undefined) headings.push('an open fence')
  if (htmlEnd !== undefined) headings.push('open HTML')
  return headings
}

function withoutContainers(line: string): string {
  let rest = line
  for (let match = CONTAINER.exec(rest); match !== null; match = CONTAINER.exec(rest))
    rest = rest.slice(match[0].length)
  return rest
}

/** Splits a SKILL.md into its two parts, as agents do. */
export function partsOf(text: string): { head: string; body: string } {
  const [, head, body] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text)!
  return { head: head!, body: body! }
}
