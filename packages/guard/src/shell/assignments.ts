import type { Assignment } from 'unbash'
import { arrayOf, withElement } from './elements.js'
import { foldAssigned, foldOne, foldWord, isSubscriptWithCode, type ExpansionRunner } from './fold-word.js'
import { lookUp, type ShellScope } from './scope.js'
import { mixed, SOME_NUMBER, wordsIn, type Variable } from './variable.js'
import { beginning, isOpen, joinParts, joinWords, knownText, literal, literalOf, madeOf, type Word } from './word.js'

/** Longer values are not tracked: `x=$x$x` doubles each time. */
const LONGEST_VALUE = 10_000

/** The value of a variable after an assignment, including its current value for `+=` and elements. */
export function valueAssigned(
  { name, value, append, index }: Assignment,
  scope: ShellScope,
  run: ExpansionRunner,
): Variable {
  const at = index === undefined ? undefined : foldOne(index, scope, run)
  if (at !== undefined) run.evaluate(joinParts(['['], at), scope)
  if (value.type === 'ArrayValue') {
    const elements = value.elements.map((source) => ({ source, words: foldWord(source, scope, run) }))
    const words = elements.flatMap((element) => element.words)
    for (const word of words) if (beginning(word).startsWith('[')) run.evaluate(subscriptOf(word), scope)
    const array = index === undefined && !words.some(isOpen) ? arrayOf({ name, append }, elements, scope) : undefined
    return array ?? mixed([append === true ? scope.variables.get(name) : undefined], ...words)
  }
  const text = foldAssigned(value, scope, run)
  const isInteger = scope.integers.has(name)
  // Bash evaluates the value given to an integer or a reference.
  if (isSubscriptWithCode(text) || isInteger) run.evaluate(text, scope)
  if (isInteger && (append === true || !/^\d+$/.test(literalOf(text) ?? ''))) return SOME_NUMBER
  if (at !== undefined) return withElement(name, at, text, append === true, scope)
  const whole = append === true ? joinParts(textBefore(name, scope), text) : text
  return knownText(whole).length > LONGEST_VALUE ? mixed([], whole) : { kind: 'text', text: whole }
}

/** `[KEY` of `[KEY]=value`. */
function subscriptOf(word: Word): Word {
  const at = word.findIndex((part) => typeof part === 'string' && part.includes(']='))
  if (at === -1) return word
  return joinParts(word.slice(0, at), literal((word[at] as string).split(']=', 1)[0]!))
}

export function textOfVariable(variable: Variable): Word {
  switch (variable.kind) {
    case 'text':
      return variable.text
    case 'array':
      return joinWords(variable.words, ' ')
    default:
      return []
  }
}

/** The text that `+=` appends to. It is unknown for an array, or for a number, because `+=` may add to that. */
function textBefore(name: string, scope: ShellScope): Word {
  const variable = lookUp(name, scope)
  if (variable?.kind === 'unset') return []
  const isText = variable?.kind === 'text' && !/^-?\d+$/.test(literalOf(variable.text) ?? '')
  return isText ? variable.text : [madeOf(wordsIn(variable), 'variable')]
}
