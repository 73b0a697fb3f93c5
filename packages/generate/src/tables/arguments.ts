/** Entries of a table → positional arguments. */

import type { Section } from '../layout/section.js'
import type { FoundArgument, SourceKind } from '../found.js'
import { isOptionWord } from '../synopsis/words.js'
import { joinWrapped } from '../text/lines.js'
import { choicesIn } from '../wording/choices.js'
import { notesIn } from '../wording/notes.js'
import { typeTag } from '../wording/type-tag.js'
import { typeOf } from '../spec/types.js'

export function argumentsOf(sections: Section[], source: SourceKind): FoundArgument[] {
  const found: FoundArgument[] = []
  for (const section of sections) {
    if (section.kind !== 'arguments') continue
    for (const entry of section.entries) {
      if (entry.spec || entry.nested || entry.isParent) continue
      const name = nameOf(entry.left)
      if (name === undefined || isOptionWord(name)) continue
      const text = joinWrapped(entry.description)
      const notes = notesIn(text)
      const braces = /^\{([^{}]+)\}$/.exec(entry.left)
      const choices = braces ? braces[1]!.split(/[,|]/) : choicesIn(entry.description, text)
      const type = typeOf(name, text)
      const tag = typeTag(text)
      found.push({
        name,
        required: !/^\[|\?$/.test(entry.left) && notes.default === undefined && !/\boptional\b/i.test(text),
        variadic: /\.\.|\u2026|\[array\]/.test(entry.left) || (typeof tag === 'object' && tag.many),
        ...(text !== '' && { description: text }),
        choices: Array.isArray(choices) ? choices : choices.explicit ? choices.words : [],
        ...(notes.default !== undefined && { default: notes.default }),
        ...(type && { type }),
        evidence: [{ source, place: 'table', lines: entry.lines, confidence: 0.9 }],
      })
    }
  }
  return found
}

function nameOf(left: string): string | undefined {
  const bare = left
    .replace(/^[*•-] /, '')
    .replace(/(\.{2,}|\u2026)/g, '')
    .replace(/[[\]<>{}"'`]/g, '')
    .replace(/[:,;=]+$/, '')
    .trim()
  if (left.startsWith('{')) return 'choice'
  return /[\p{L}\p{N}]/u.test(bare) && bare.split(' ').length <= 3 && !/[.,]$|, /.test(bare) ? bare : undefined
}
