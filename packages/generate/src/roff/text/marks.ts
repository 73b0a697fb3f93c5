/** Fonts inside a text, as single characters that no page holds: what was bold or italic is still known in layout. */

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

/** Italic words are what the caller fills in, so they get the brackets of a placeholder: `-o<file>`. */
export function withPlaceholders(text: string, isFirst = false): string {
  let out = ''
  let isItalic = false
  for (const run of text.split(/(?=[\ue000-\ue002])/)) {
    if (run.startsWith(ITALIC)) isItalic = true
    else if (/^[\ue000\ue001]/.test(run)) isItalic = false
    const bare = withoutMarks(run)
    // Where a form begins stands its command, whatever its font.
    out += isItalic && !(isFirst && out === '') ? bracketed(bare, out) : bare
  }
  return out
}

const NAME = /^([A-Za-z][\w-]*)((?:\.{3}|…)?[,\]|]*)$/

function bracketed(run: string, before: string): string {
  const name = NAME.exec(run)
  // A synopsis may have them already, and a word that goes on in another font is no placeholder by itself.
  if (!name || /[<\w-]$/.test(before.replace(/(?:^|[\s[|(,])[-+]\w$/, ''))) return run
  return `<${name[1]}>${name[2]}`
}
