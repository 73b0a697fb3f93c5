/** What a text says about the command as a whole. */

import type { Section } from '../layout/section.js'
import type { TextLine } from '../text/lines.js'
import { joinWrapped } from '../text/lines.js'
import type { Naming } from '../synopsis/naming.js'
import { isOwnName } from '../synopsis/naming.js'

/** The line under NAME, otherwise the first sentence on a separate line near the top. */
export function descriptionOf(sections: Section[], lines: TextLine[], naming: Naming): string | undefined {
  const name = sections.find(({ kind }) => kind === 'name')
  if (name) {
    const text = joinWrapped([...name.prose.map((line) => line.text), ...name.entries.map((entry) => entry.left)])
    const said = /^.{1,80}? (?:-{1,2}|–|—) +(.+)$/.exec(text.slice(0, 600))
    if (said) return said[1]
  }
  const about = sections.find(({ kind, prose }) => kind === 'description' && prose.length > 0)
  return firstParagraph(lines, naming) ?? (about && paragraph(about.prose, 0))
}

function firstParagraph(lines: TextLine[], naming: Naming): string | undefined {
  for (let index = 0; index < Math.min(lines.length, 60); index++) {
    const { text, indent } = lines[index]!
    if (
      text === '' ||
      indent > 8 ||
      !isSentence(text) ||
      (isOwnName(text.split(' ')[0]!, naming) && /[[<|]/.test(text))
    )
      continue
    return paragraph(lines, index)
  }
  return undefined
}

function paragraph(lines: TextLine[], start: number): string {
  const parts: string[] = []
  for (let index = start; index < lines.length && index < start + 6; index++) {
    const line = lines[index]!
    if (line.text === '' || (index > start && !/^[\p{L}\p{N}("'`]/u.test(line.text))) break
    parts.push(line.text)
  }
  return joinWrapped(parts)
}

/** Words with blanks between them, no brackets of a synopsis, no heading, no address. */
function isSentence(text: string): boolean {
  if (
    /^(usage|error|unknown|copyright|version|license|warning|try|report|home|or:)\b|[:=|]$|^[-[<{$*]|https?:|\(c\)/i.test(
      text,
    )
  )
    return false
  if (/: (unknown|invalid|unrecognized|illegal|missing)|[[\]{}<>|]|  /.test(text)) return false
  return /^\p{L}[\p{L}\p{N}'’,()/-]*(?: [\p{L}\p{N}'’"`(][^ ]*){2,}/u.test(text)
}

export function versionOf(lines: TextLine[], naming: Naming): string | undefined {
  for (const { text } of lines.slice(0, 12)) {
    if (!text.toLowerCase().includes(naming.name.toLowerCase())) continue
    const match = /(?:^|[\s/@(v])v?(\d+\.\d+(?:\.\d+){0,2}(?:[-+][\w.]{1,30})?)\b/.exec(text.slice(0, 200))
    if (match) return match[1]
  }
  return undefined
}
