/** The macros that set words in fonts: `.B`, and `.BI` and similar ones, which alternate. */

import { shown, type Fonts } from './escapes.js'
import { BOLD, ITALIC, ROMAN } from './marks.js'

const MARKS: Readonly<Record<string, string>> = { B: BOLD, I: ITALIC, R: ROMAN }
const SINGLE: Readonly<Record<string, string>> = { B: BOLD, I: ITALIC, SM: ROMAN, SB: BOLD, R: ROMAN, CW: ROMAN }

export function isFontMacro(macro: string): boolean {
  return Object.hasOwn(SINGLE, macro) || /^(?:BI|BR|IB|IR|RB|RI)$/.test(macro)
}

export function inFont(macro: string, words: string[]): string {
  const single = Object.hasOwn(SINGLE, macro) ? SINGLE[macro]! : undefined
  if (single !== undefined) return `${marked(words.join(' '), single)}${ROMAN}`
  return `${words.map((word, index) => marked(word, MARKS[macro[index % 2]!]!)).join('')}${ROMAN}`
}

function marked(text: string, mark: string): string {
  const fonts: Fonts = { current: mark, previous: mark }
  return mark + shown(text, fonts)
}
