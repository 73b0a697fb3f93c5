import { isOrdinaryFolder, mayHoldSecret, meaningOfVariable } from '../places/index.js'
import { assignmentIn } from '../shell/assignment-word.js'
import { encode } from '../shell/encoded.js'
import { subshellOf, type ShellScope } from '../shell/scope.js'
import { UNKNOWN } from '../shell/stream.js'
import { isAtMost, wordsIn } from '../shell/variable.js'
import type { SimpleCommand } from '../shell/walk.js'
import {
  comesFrom,
  hasUnknown,
  isPattern,
  isUnknown,
  knownText,
  splitAt,
  unknown,
  textOf,
  type ShellPart,
  type Unknown,
  type Word,
} from '../shell/word.js'
import type { LineWalk } from './line-walk.js'
import { followExpansion } from './text-read-again.js'

export interface GivenVariable {
  name: string
  value: Word
}

/** `isGiven`: a program receives it. Other variables matter only if the shell or a program has them already. */
export function followVariable(
  walk: LineWalk,
  { name, value }: GivenVariable,
  command: SimpleCommand,
  isGiven: boolean,
): void {
  const meaning = meaningOfVariable(name, encode(value.map(asAssigned)))
  const isShown = command.scope.isTraced && value.some((part) => isUnknown(part) && part.from.has('secret'))
  if (isShown) walk.say('ask', 'reads-secret', `the trace shows what ${name} is given`, 'variable', command)
  if (meaning?.kind === 'expanded') followExpansion(walk, value, command.scope)
  if (meaning?.kind === 'shell-line') walk.text(lineRun(value, meaning), subshellOf(command.scope), UNKNOWN)
  // Under a name that suggests a secret, it is still protected as one.
  if ((isGiven || meaning !== undefined) && comesFrom(value, 'secret') && !mayHoldSecret(name)) {
    const reason = `gives the program a secret under the name ${name}`
    walk.say('ask', 'environment', reason, 'variable', command, { variable: { name, value } })
  }
  if (name === 'PATH' && isOrdinaryPath(value, command.scope.home)) return
  if (meaning?.kind === 'code') {
    const reason = `${name} changes what the program runs or finds`
    walk.say('ask', 'environment', reason, 'variable', command, { variable: { name, value } })
  } else if (meaning === undefined && isGiven) {
    const reason = `what ${name} changes in the program is not known`
    walk.say('ask', 'environment', reason, 'variable', command, { variable: { name, value } })
  }
}

/** A line as the program runs it, with the words that it adds. */
function lineRun(value: Word, { isGivenWords }: { isGivenWords: boolean }): Word {
  return isGivenWords && value.length > 0 ? [...value, ' ', unknown('plain', 'program')] : value
}

/** Patterns are literal here. A variable from outside counts as a number or a name. */
function asAssigned(part: ShellPart): ShellPart {
  if (isPattern(part)) return part.pattern
  return isUnknown(part) && (part.shape === 'plain' || part.shape === 'operand') ? '0' : part
}

/** The variables that a declaration sets, or exports. */
export function variablesDeclared(walk: LineWalk, words: readonly Word[], command: SimpleCommand): GivenVariable[] {
  return words.flatMap((word) => {
    const assignment = assignmentIn(word)
    if (assignment !== undefined) return [assignment]
    if (hasUnknown(word)) walk.say('ask', 'environment', 'sets a variable that is not known', 'variable', command)
    const name = knownText(word)
    const variable = command.scope.variables.get(name)
    return variable?.kind === 'text' && name !== 'HOME' ? [{ name, value: variable.text }] : []
  })
}

/** The environment of a program, however the line changed it. */
export function followEnvironment(walk: LineWalk, command: SimpleCommand): void {
  followExported(walk, command)
  sayOtherPlaces(walk, command)
  if (!hasOrdinaryPath(command.scope))
    walk.say('ask', 'environment', 'PATH changes which programs are found', 'variable', command)
}

/** The variables that programs see: `export X; : "${X:=…}"`. */
function followExported(walk: LineWalk, command: SimpleCommand): void {
  const { exported, variables, exportsAll } = command.scope
  for (const [name, variable] of variables) {
    const isSeen = exportsAll || exported.has(name) || meaningOfVariable(name, '') !== undefined
    if (isSeen && !mayHoldSecret(name) && wordsIn(variable).some((word) => comesFrom(word, 'secret')))
      walk.sayOnce('ask', 'environment', `gives the program a secret under the name ${name}`, 'variable', command)
    const given = variable.kind === 'text' ? encode(variable.text) : undefined
    const meaning = name === 'HOME' || name === 'PATH' ? undefined : meaningOfVariable(name, given)
    if (meaning === undefined || meaning.kind === 'harmless') continue
    for (const value of variable.kind === 'any' ? variable.of : [variable]) {
      if (value.kind !== 'text') continue
      const { text } = value
      if (meaning.kind === 'expanded') followExpansion(walk, text, command.scope)
      if (meaning.kind === 'shell-line')
        walk.once(text, () => void walk.text(lineRun(text, meaning), subshellOf(command.scope), UNKNOWN))
    }
    if (meaning.kind !== 'code') continue
    const reason = `${name} changes what the program runs or finds`
    const known = variable.kind === 'text' && { variable: { name, value: variable.text } }
    walk.say('ask', 'environment', reason, 'variable', command, { ...known })
  }
}

/** Asks if `~` and `cd` mean other folders: `for HOME in …`. */
function sayOtherPlaces(walk: LineWalk, command: SimpleCommand): void {
  const { variables, home } = command.scope
  for (const name of ['HOME', 'CDPATH']) {
    if (isAtMost(variables.get(name), name === 'HOME' ? home : '')) continue
    walk.sayOnce('ask', 'environment', `${name} changes which files are meant`, 'variable', command)
  }
}

/** In zsh, `path` is the same variable. */
function hasOrdinaryPath({ variables, home }: ShellScope): boolean {
  const path = variables.get('PATH')
  const list = variables.get('path')
  if (list?.kind === 'array' && !list.words.every((word) => isOrdinaryPath(word, home))) return false
  return path === undefined || (path.kind === 'text' && isOrdinaryPath(path.text, home))
}

/** Whether a value of PATH only adds folders that usually contain programs: `$HOME/.cargo/bin:$PATH`. */
function isOrdinaryPath(value: Word, home: string): boolean {
  return splitAt(value, (character) => character === ':').every((folder) => {
    const known = textOf(folder)
    // The previous value of PATH.
    if (known === undefined) return folder.length === 1 && isUnknown(folder[0]!) && isFromOutside(folder[0])
    return isOrdinaryFolder(known, home)
  })
}

function isFromOutside({ shape, from }: Unknown): boolean {
  return shape === 'operand' && from.has('variable')
}
