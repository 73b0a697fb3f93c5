/** Recognises a heading: by its colon, its capitals, or because it stands alone above something deeper. */

import { bareHeading, isShouted, kindOf } from './headings.js'
import type { Section } from './section.js'
import { segmentsOf } from './split.js'
import { startsWithFlag } from '../spec/option-spec.js'
import type { TextLine } from '../text/lines.js'

const LONGEST = 90
const KNOWN = new Set(['usage', 'options', 'commands', 'arguments'])

export function headingIn(
  line: TextLine,
  next: TextLine | undefined,
  blanks: number,
  section: Section,
): string | undefined {
  const { text, indent } = line
  if (text.length > LONGEST || !next || startsWithFlag(text)) return undefined
  const bare = bareHeading(text)
  if (!/\p{L}/u.test(bare)) return undefined
  if (/^[[<]/.test(text) && kindOf(bare) === 'other') return undefined
  const opens = next.indent > indent || (next.indent === indent && startsWithFlag(next.text))
  if (/[:：]$/.test(text)) {
    if (opens) return bare
    return isTitle(bare) && KNOWN.has(kindOf(bare)) ? bare : undefined
  }
  if (!opens || segmentsOf(text).length > 1) return undefined
  if (section.kind === 'arguments' && indent > section.indent) return undefined
  if (isShouted(text) && indent <= 4) return bare
  if (blanks === 0 || /[.;,!?]$/.test(text)) return undefined
  if (section.kind === 'commands' && section.entries.length > 0 && indent > section.indent) return undefined
  return isTitle(bare) ? bare : undefined
}

function isTitle(bare: string): boolean {
  return /^\p{Lu}|^[^\x00-\x7f]/u.test(bare) && bare.split(' ').length <= 7 && !/[<>[\]{}=$|`"]| -/.test(bare)
}
