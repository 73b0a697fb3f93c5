import { quoteLine } from '@atip/protocol/calls'
import { isDeclaration, isInner, isSpecial } from '../shell/builtin-kinds.js'
import { adopt, mergeInto } from '../shell/merge.js'
import { bind, forkOf, isOfShell, type ShellScope } from '../shell/scope.js'
import { NOTHING, unitedTaints, unknownStream, type Stream } from '../shell/stream.js'
import { anyOf } from '../shell/variable.js'
import type { SimpleCommand } from '../shell/walk.js'
import {
  isForeign,
  isOpen,
  isPattern,
  joinParts,
  joinWords,
  knownText,
  literal,
  literalOf,
  textOf,
  type Word,
} from '../shell/word.js'
import type { LineWalk, SeenCommand } from './line-walk.js'
import { followProgram } from './programs.js'
import { followWriting } from './redirections.js'
import { followVariable, variablesDeclared } from './variables.js'

/** A simple command of a line: its redirections, its variables, then its words. */
export function followCommand(walk: LineWalk, command: SimpleCommand): Stream {
  const { argv, assignments, redirects, span } = command
  walk.at(span)
  for (const redirect of redirects) followWriting(walk, redirect, command)
  const isSeen = argv.length > 0 && !isInner(argv.map(knownText))
  const declared = isDeclaration(knownText(argv[0] ?? [])) ? variablesDeclared(walk, argv.slice(1), command) : []
  const { exported, exportsAll } = command.scope
  for (const variable of [...assignments, ...declared]) {
    const isGiven = isSeen || exportsAll || (exported.has(variable.name) && variable.name !== 'HOME')
    followVariable(walk, variable, command, isGiven)
  }
  if (argv.length === 0) return NOTHING
  const names = assignments.map(({ name }) => name)
  return walk.withVariables(names, () => {
    followVanishing(walk, command)
    return followAssigned(walk, command)
  })
}

/** With more words than this, only all together and each alone are left out. */
const MOST_VANISHING = 4

/** If a word disappears, later words move up: `find build ! -name $NONE -newer -delete`. Only known harm counts. */
function followVanishing(walk: LineWalk, command: SimpleCommand): void {
  const { argv, mayVanish = [], scope } = command
  for (const gone of mayVanish.length > MOST_VANISHING
    ? [mayVanish, ...mayVanish.map((one) => [one])]
    : subsetsOf(mayVanish)) {
    const left = argv.filter((_, index) => !gone.includes(index))
    // If the last words disappear, nothing moves, unless the program itself does.
    if (left.length === 0 || gone.every((index) => index >= left.length)) continue
    walk.onlyHarm(() => walk.words(left, { ...command, argv: left, scope: forkOf(scope) }, true))
  }
}

/** All subsets but the empty one. */
function subsetsOf(numbers: readonly number[]): number[][] {
  const sets: number[][] = [[]]
  for (const number of numbers) sets.push(...sets.map((set) => [...set, number]))
  return sets.slice(1)
}

/** An assignment in front of a command applies while it runs; for builtins and functions, perhaps afterwards too. */
function followAssigned(walk: LineWalk, command: SimpleCommand): Stream {
  const { argv, assignments, scope } = command
  if (assignments.length === 0) return walk.words(argv, command, true)
  const inside = forkOf(scope)
  inside.exported = new Set(scope.exported)
  for (const { name, variable } of assignments) {
    bind(inside, name, variable)
    inside.exported.add(name)
  }
  const printed = walk.words(argv, { ...command, scope: inside }, true)
  const name = knownText(argv[0]!)
  const stays = isSpecial(name) || scope.functions.has(name)
  for (const { name: set, variable } of stays ? assignments : [])
    if (isOfShell(set, variable)) scope.oddities.add(`it sets ${set}, which the shell uses itself`)
  for (const { name } of assignments) {
    const before = scope.variables.get(name)
    const after = stays ? anyOf(name, [before, inside.variables.get(name)]) : before
    if (after === undefined) inside.variables.delete(name)
    else bind(inside, name, after)
  }
  adopt(scope, inside)
  scope.isGone = inside.isGone
  return printed
}

/** A program with its words, however it was found. It may be a function or an alias only if `isDirect`. */
export function followWords(walk: LineWalk, argv: readonly Word[], command: SeenCommand, isDirect: boolean): Stream {
  const first = argv[0]!
  const { stdin } = command
  if (isForeign(first)) {
    const reason = 'runs what another machine sends, or what was encoded'
    walk.say('deny', 'runs-foreign-code', reason, 'call', command, { isFinal: true })
    return unknownStream(...stdin.taints)
  }
  const program = literalOf(first)
  if (program === undefined) {
    const reason = 'which program this runs is known only when it runs'
    walk.say('ask', 'unknown-program', reason, 'call', command, { isFinal: true })
    return unknownStream(...stdin.taints)
  }
  return isDirect ? followName(walk, program, argv, command) : followProgram(walk, argv, command)
}

/** The possible meanings of a name in the shell: an alias, a function, or a program. */
function followName(walk: LineWalk, program: string, argv: readonly Word[], command: SeenCommand): Stream {
  const { scope, stdin } = command
  const words = argv.slice(1)
  const body = scope.functions.get(program)
  const aliases = walk.isDeepest ? [] : (scope.aliases.get(program) ?? [])
  if (body === undefined && aliases.length === 0) return followProgram(walk, argv, command)
  const ways = aliases.map((alias) => (fork: ShellScope) => {
    fork.aliases = new Map([...fork.aliases].filter(([name]) => name !== program))
    return walk.deeper(() => walk.text(joinWords([alias, ...words.map(quoteAnywhere)], ' '), fork, stdin))
  })
  // If a word may become none or several, the positions of the others are unknown.
  const isLoose = (command.mayVanish?.length ?? 0) > 0 || words.some((word) => isOpen(word) || word.some(isPattern))
  const parameters = isLoose ? undefined : words
  if (body !== undefined) ways.push((fork) => walk.shell.runFunction(body, parameters, fork, stdin))
  // Not every shell inherits functions, and the environment may have been emptied.
  if (body?.isCertain !== true || body.isInherited === true)
    ways.push((fork) => followProgram(walk, argv, { ...command, scope: fork }))
  const forks = ways.map(() => forkOf(scope))
  const streams = ways.map((way, index) => way(forks[index]!))
  for (const fork of forks) fork.aliases = scope.aliases
  mergeInto(scope, forks)
  return streams.length === 1 ? streams[0]! : { taints: unitedTaints(streams) }
}

/** The text of an alias may end where a program is expected, so the words after it are quoted. */
function quoteAnywhere(word: Word): Word {
  const text = textOf(word)
  return text === undefined ? joinParts(literal("'"), word, literal("'")) : literal(quoteLine([text]))
}
