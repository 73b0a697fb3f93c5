import type { Word as SyntaxWord, WordPart } from 'unbash'
import type { ShellScope } from './scope.js'
import { wordsIn } from './variable.js'
import { madeOf, type Word } from './word.js'

/** `$=x`, `$~x`, `$^x`: letters to bash. `$x:t` and `$x[2]`: a variable and letters to bash. */
const READ_OTHERWISE = /\$[=~^]+([A-Za-z_]\w*)|\$([A-Za-z_]\w*)(?:(?::[A-Za-z]){1,9}(?!\w)|(\[[^\]]{0,60}\]))/g
const MAY_BE_READ_OTHERWISE = /\$(?:[=~^]|\w+[:[])/

/** The words of one, unless zsh makes something else of variables that the line sets: which shell runs it is not known. */
export function withZsh(word: SyntaxWord, words: Word[], { variables }: ShellScope): Word[] {
  if (!MAY_BE_READ_OTHERWISE.test(word.text)) return words
  for (const [, marked, named, subscript] of unquotedText(word).matchAll(READ_OTHERWISE)) {
    const variable = variables.get(marked ?? named!)
    if (variable === undefined) continue
    // `$x[0-9]*` is a pattern beside a text.
    const isElement = subscript === undefined || variable.kind !== 'text' || /^\[[-\d,]+\]$/.test(subscript)
    if (isElement) return [[madeOf([...words, ...wordsIn(variable)], 'variable')]]
  }
  return words
}

/** What is in single quotes is the same to all shells. */
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
