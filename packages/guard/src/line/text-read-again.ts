import { isSubscriptWithCode } from '../shell/fold-word.js'
import type { ShellScope } from '../shell/scope.js'
import type { TextUse } from '../shell/walk.js'
import { comesFrom, isForeign, knownText, type Word } from '../shell/word.js'
import type { LineWalk } from './line-walk.js'

/** How a shell reads a text again. */
const USES: Readonly<Record<TextUse, string>> = {
  line: 'is run as shell code',
  number: 'is taken for a number or a name, in which shells run code',
  expansion: 'is expanded by the shell once more',
}

/** A shell must not read unknown text again. */
export function sayHidden(walk: LineWalk, text: Word, as: TextUse): void {
  if (isForeign(text)) {
    const reason = `text from another machine, or that was encoded, ${USES[as]}`
    return walk.say('deny', 'runs-foreign-code', reason, 'line', undefined)
  }
  const reason = `text that is known only when the line runs ${USES[as]}`
  walk.sayOnce('ask', 'hidden-code', reason, 'line', undefined)
}

export function sayUnreadable(walk: LineWalk, message: string): void {
  walk.sayOnce('ask', 'unreadable', `this is not a valid shell line: ${message}`, 'line', undefined)
}

/** Shells repeat text that they cannot read in error messages, and print the choices of a menu. */
export function sayShown(walk: LineWalk, text: Word, where: 'menu' | 'error message'): void {
  if (!comesFrom(text, 'secret')) return
  const reason = `shows a variable that may hold a secret, in ${where === 'menu' ? 'a menu' : 'an error message'}`
  walk.sayOnce('ask', 'reads-secret', reason, 'line', undefined)
}

/** A shell that takes a word for the name of a variable runs the substitutions in its subscript. */
export function followSubscript(walk: LineWalk, word: Word, scope: ShellScope): void {
  if (isSubscriptWithCode(word) || knownText(word).includes('[')) followNumber(walk, word, scope)
}

/** A word that the shell evaluates as arithmetic. */
export function followNumber(walk: LineWalk, word: Word, scope: ShellScope): void {
  walk.inside(() => walk.shell.evaluate(word, scope))
}

/** Text that the shell expands again. */
export function followExpansion(walk: LineWalk, text: Word, scope: ShellScope): void {
  walk.once(text, () => walk.inside(() => walk.shell.expand(text, scope)))
}
