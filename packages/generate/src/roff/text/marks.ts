/**
 * Marks fonts in a text by single characters that no page contains, so that the layout still knows what was bold or
 * italic.
 */

export const ROMAN = '\ue000'
export const BOLD = '\ue001'
export const ITALIC = '\ue002'

const MARKS = /[\ue000-\ue002]/g

export function withoutMarks(text: string): string {
  return text.replace(MARKS, '')
}

export function widthOf(text: string): number {
  return withoutMarks(text).length
}

/** The caller fills in italic words, so they get the brackets of a placeholder: `-o<file>`. */
export function withPlaceholders(text: string, isFirst = false): string {
  let out = ''
  let isItalic = false
  for (const run of text.split(/(?=[\ue000-\ue002])/)) {
    if (run.startsWith(ITALIC)) isItalic = true
    else if (/^[\ue000\ue001]/.test(run)) isItalic = false
    const bare = withoutMarks(run)
    // A form begins with its command, in any font.
    out += isItalic && !(isFirst && out === '') ? bracketed(bare, out) : bare
  }
  return out
}

const NAME = /^([A-Za-z][\w-]*)((?:\.{3}|…)?[,\]|]*)$/

function bracketed(run: string, before: string): string {
  const name = NAME.exec(run)
  // A synopsis may already have brackets, and a word that continues in another font is not a placeholder.
  if (!name || /[<\w-]$/.test(before.replace(/(?:^|[\s[|(,])[-+]\w$/, ''))) return run
  return `<${name[1]}>${name[2]}`
}
