import type { Assignment } from 'unbash'
import { lookUp } from './fold-parameter.js'
import { foldOne, foldWord, isSubscriptWithCode, type RunScript } from './fold-word.js'
import { MARKS } from './opaque.js'
import type { Scope } from './scope.js'
import { UNKNOWN_VALUE, type Variable } from './variable.js'

/** Values longer than this are not kept: `x=$x$x` doubles each time. */
const LONGEST_VALUE = 10_000
/** An array that grows beyond this is not followed. */
const MOST_ELEMENTS = 200

/** What an assignment gives a variable, together with what it holds already. */
export function valueAssigned({ name, value, append, index }: Assignment, scope: Scope, run: RunScript): Variable {
  if (index !== undefined) foldOne(index, scope, run)
  if (value.type === 'ArrayValue') {
    const words = value.elements.flatMap((word) => foldWord(word, scope, run))
    const isPlain = index === undefined && !words.some((word) => word.startsWith('[') || word.includes(MARKS.words))
    if (isPlain && append !== true) return { kind: 'array', words }
    const before = lookUp(name, scope)
    const isShort = before?.kind === 'array' && before.words.length < MOST_ELEMENTS
    return isPlain && isShort ? { kind: 'array', words: [...before.words, ...words] } : UNKNOWN_VALUE
  }
  const text = foldOne(value, scope, run)
  if (isSubscriptWithCode(text)) run(text, scope)
  if (index !== undefined) return UNKNOWN_VALUE
  const before = append === true ? textBefore(name, scope) : ''
  const whole = before + text.replaceAll(MARKS.words, MARKS.word)
  return { kind: 'text', text: whole.length > LONGEST_VALUE ? MARKS.words : whole }
}

export function textOfVariable(variable: Variable): string {
  switch (variable.kind) {
    case 'text':
      return variable.text
    case 'array':
      return variable.words.join(' ')
    default:
      return ''
  }
}

/** What `+=` appends to: text, unless it is an array or a number that is added to. */
function textBefore(name: string, scope: Scope): string {
  const variable = lookUp(name, scope)
  if (variable?.kind === 'unset') return ''
  return variable?.kind === 'text' && !/^-?\d+$/.test(variable.text) ? variable.text : MARKS.words
}
