/** The value of an option, from its left column and its description. */

import type { SectionEntry } from '../layout/section.js'
import type { FoundValue } from '../found.js'
import type { SpecMember } from '../spec/option-spec.js'
import { valueOf } from '../spec/value.js'
import { choicesIn } from '../wording/choices.js'
import { valueInProse } from '../wording/takes-value.js'
import { typeTag } from '../wording/type-tag.js'
import { typeOf } from '../spec/types.js'

export function describedValue(members: SpecMember[], entry: SectionEntry, text: string): FoundValue | undefined {
  const tag = typeTag(text)
  if (tag === 'switch') return undefined
  const shown = members.map((member) => valueOf(member.values)).find((value) => value !== undefined)
  const isNegation = members.every((member) => member.values.length === 0 && member.flags[0]!.startsWith('--no-'))
  const choices = choicesIn(entry.description, text)
  const value = shown ?? (isNegation ? undefined : impliedValue(tag !== undefined || choices.explicit, text))
  if (!value) return undefined
  if (value.choices.length === 0) value.choices = choices.words
  const type = typeof tag === 'object' && tag.type ? tag.type : typeOf(value.placeholder, text)
  if (type && value.choices.length === 0) value.type = type
  if (typeof tag === 'object' && tag.many) value.many = true
  return value
}

function impliedValue(isStated: boolean, text: string): FoundValue | undefined {
  if (isStated) return { optional: false, many: false, choices: [], confidence: 0.8 }
  return valueInProse(text)
}
