import type { Run } from '@atip/protocol/calls'
import { withAppended, withNames } from '../facts/appended.js'
import type { CallFacts } from '../facts/facts.js'
import { folderOf, nameFound } from '../facts/found-files.js'
import type { Surroundings } from '../facts/path-class.js'
import { sampleOf } from '../facts/sample-name.js'
import { isBuiltin, isEval, isSpecial } from '../shell/builtin-kinds.js'
import { decode } from '../shell/encoded.js'
import { changedVariables, isChanged } from '../shell/merge.js'
import { bind, forkOf, forget, subshellOf, TooMuch, type ShellScope } from '../shell/scope.js'
import { joined, NOTHING, UNKNOWN, type Stream } from '../shell/stream.js'
import { knownText, type Word } from '../shell/word.js'
import { childOf } from './child-shell.js'
import { followCode } from './code.js'
import { filledLines } from './filled-lines.js'
import type { KnownCommand, LineWalk, SeenCommand } from './line-walk.js'
import type { GivenVariable } from './variables.js'

/** Follows what a call runs: the command of a wrapper, a shell line, code. `assigned` are the variables it sets. */
export function followRuns(walk: LineWalk, seen: KnownCommand, assigned: readonly GivenVariable[]): Stream[] {
  const { facts } = seen
  const names = assigned.map(({ name }) => name)
  const scope = withEnvironment(seen.scope, assigned)
  return facts.found.runs.map((run) => {
    const inside = { ...seen, scope: inFolder(scope, folderOf(run, facts, scope)) }
    return walk.withVariables(names, () => walk.deeper(() => followRun(walk, run, inside)))
  })
}

/** Shells that a wrapper starts see the variables that it sets. */
function withEnvironment(scope: ShellScope, assigned: readonly GivenVariable[]): ShellScope {
  if (assigned.length === 0) return scope
  const inside = { ...subshellOf(scope), exported: new Set(scope.exported) }
  for (const { name, value } of assigned) {
    if (name === 'HOME' || name === 'PATH') continue
    bind(inside, name, { kind: 'text', text: value })
    inside.exported.add(name)
  }
  return inside
}

function followRun(walk: LineWalk, run: Run, seen: KnownCommand): Stream {
  const { stdin, facts } = seen
  if (run.kind === 'code') {
    followCode(walk, run.language, decode(run.text), seen, false)
    return UNKNOWN
  }
  if (run.where !== 'here') {
    const where = run.where === 'remote' ? 'on another machine' : 'in a container'
    walk.say('ask', 'runs-elsewhere', `runs a command ${where}`, 'elsewhere', seen)
  }
  const { stdin: input } = facts.found
  if (run.kind === 'shell') {
    const split = input?.kind === 'arguments' ? (input.split ?? {}) : undefined
    const lines = filledLines(run, facts.call, split, seen)
    return joined(lines.map(({ line, scope }) => followShell(walk, line, { ...seen, scope })))
  }
  const words = run.words.map(decode)
  const all =
    input?.kind === 'arguments'
      ? withAppended(words, facts.call, input.split, stdin)
      : [withNames(words, run.names, nameOf(walk, facts, seen.scope))]
  return joined(all.map((one) => followWrapped(walk, one, { ...seen, isOfProject: run.programs === 'project' })))
}

function nameOf(walk: LineWalk, facts: CallFacts, places: Surroundings): Word {
  const sample = walk.options.samplesNames === true ? sampleOf(facts, places) : undefined
  return sample ?? nameFound(facts, places)
}

/** The command that a wrapper runs. */
function followWrapped(walk: LineWalk, words: readonly Word[], outer: KnownCommand): Stream {
  if (words.length === 0) return NOTHING
  const { stdin, scope, span, isPlain, isOfProject = false } = outer
  const inner: SeenCommand = {
    argv: [...words],
    assignments: [],
    redirects: [],
    stdin,
    scope,
    span,
    isPlain,
    isOfProject,
    isOutside: outer.isOutside === true || !isBuiltin(knownText(outer.argv[0]!)),
  }
  return walk.inside(() => walk.words(words, inner, false))
}

/** A shell line that a command runs: in this shell, later, or in another one. */
function followShell(walk: LineWalk, line: Word, seen: KnownCommand): Stream {
  const { scope, stdin } = seen
  const { tool } = seen.facts
  if (isEval(tool.name)) return walk.text(line, scope, stdin)
  if (!isSpecial(tool.name)) return walk.text(line, childOf(scope, seen.facts), stdin)
  const later = forkOf(scope)
  const printed = walk.text(line, later, stdin)
  const isAtEnd = seen.argv.slice(2).every((word) => /^(?:SIG)?EXIT$|^0$/.test(knownText(word)))
  // The line may run before any later command.
  if (!isAtEnd && changesPlaces(scope, later)) throw new TooMuch('it changes folders or functions at any time')
  forget(scope, changedVariables(scope, later))
  for (const [name, { bodies }] of later.functions) {
    if (scope.functions.get(name)?.bodies !== bodies) scope.functions.set(name, { bodies, isCertain: false })
  }
  return printed
}

function changesPlaces(before: ShellScope, after: ShellScope): boolean {
  return isChanged(before, after) || [...before.functions.keys()].some((name) => !after.functions.has(name))
}

/** A command that another one runs works in the folder of that; other state stays that of the shell. */
function inFolder(scope: ShellScope, folder: string | undefined): ShellScope {
  return folder === scope.cwd
    ? scope
    : { ...scope, cwd: folder, isAnywhere: scope.isAnywhere || scope.others.length > 0 || folder === undefined }
}
