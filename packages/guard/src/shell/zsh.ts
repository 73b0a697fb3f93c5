import type { Word as SyntaxWord, WordPart } from 'unbash'
import type { ShellScope } from './scope.js'
import { wordsIn } from './variable.js'
import { madeOf, type Word } from './word.js'

/** For zsh, `$=x`, `$~x`, `$^x`, `$x:t` and `$x[2]` are expansions; for bash, the added characters are literal. */
const READ_OTHERWISE = /\$[=~^]+([A-Za-z_]\w*)|\$([A-Za-z_]\w*)(?:(?::[A-Za-z]){1,9}(?!\w)|(\[[^\]]{0,60}\]))/g
const MAY_BE_READ_OTHERWISE = /\$(?:[=~^]|\w+[:[])/

/** The words as they are, or unknown if zsh would expand variables of the line differently: it may be the shell. */
export function withZsh(word: SyntaxWord, words: Word[], { variables }: ShellScope): Word[] {
  if (!MAY_BE_READ_OTHERWISE.test(word.text)) return words
  for (const [, marked, named, subscript] of unquotedText(word).matchAll(READ_OTHERWISE)) {
    const variable = variables.get(marked ?? named!)
    if (variable === undefined) continue
    // `$x[0-9]*` is a text and then a pattern.
    const isElement = subscript === undefined || variable.kind !== 'text' || /^\[[-\d,]+\]$/.test(subscript)
    if (isElement) return [[madeOf([...words, ...wordsIn(variable)], 'variable')]]
  }
  return words
}

/** Single-quoted text is the same in all shells. */
function unquotedText({ parts, text }: SyntaxWord): string {
  return parts === undefined ? (/^'|\\/.test(text) ? '' : text) : parts.map(textOfPart).join('')
}

function textOfPart(part: WordPart): string {
  switch (part.type) {
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return ' '
    case 'Literal':
      return part.text.replaceAll(/\\./gs, ' ')
    default:
      return part.text
  }
}
