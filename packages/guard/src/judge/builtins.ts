import { hasMarks, MARKS } from '../shell/opaque.js'
import { pathFrom } from '../shell/path-from.js'
import { assign, forkOf, makeVolatile, TooMuch, type Scope } from '../shell/scope.js'
import { isWritten, type Stream, type Taint } from '../shell/stream.js'
import { anyOf, UNKNOWN_VALUE, type Value } from '../shell/variable.js'
import { printfOf } from './printed.js'

/** What commands of the shell itself do to what it remembers. What they do to the world is in the shims. */
export function actInShell(argv: readonly string[], scope: Scope, stdin: Stream): void {
  const [name, ...words] = argv as [string, ...string[]]
  if (Object.hasOwn(ACTS, name)) ACTS[name]!(words, scope, stdin)
}

/** A name that is set more often is not followed. */
const MOST_ALIASES = 32

const ACTS: Readonly<Record<string, (words: readonly string[], scope: Scope, stdin: Stream) => void>> = {
  cd: changeDirectory,
  pushd: changeDirectory,
  popd: (_, scope) => void (scope.cwd = undefined),
  unset(words, scope) {
    for (const word of words) {
      const name = nameIn(word)
      if (word.startsWith('-') || name === undefined) continue
      if (!words.includes('-v')) scope.functions.delete(word)
      if (!words.includes('-f')) assign(scope, name, name === word ? { kind: 'unset' } : UNKNOWN_VALUE)
    }
  },
  export: (words, scope) => declare(words, scope, false),
  readonly(words, scope) {
    declare(words, scope, false)
    // A later assignment fails, and what happens then depends on the shell.
    for (const name of namesIn(words)) scope.volatile.add(name)
  },
  declare: (words, scope) => declare(words, scope, true),
  typeset: (words, scope) => declare(words, scope, true),
  local: (words, scope) => declare(words, scope, true),
  read: setFromInput,
  mapfile: setFromInput,
  readarray: setFromInput,
  getopts: forgetNamed,
  wait: forgetNamed,
  let: forgetNamed,
  printf(words, scope) {
    const at = words.findIndex((word) => word.startsWith('-v'))
    if (at !== 0) return
    const isAttached = words[0] !== '-v'
    const target = isAttached ? words[0]!.slice(2) : (words[1] ?? '')
    const text = printfOf(words.slice(isAttached ? 1 : 2))
    const name = nameIn(target)
    if (name !== undefined) {
      assign(scope, name, name === target && text !== undefined ? { kind: 'text', text } : UNKNOWN_VALUE)
    }
  },
  set(words, scope) {
    const end = words.findIndex((word) => word === '--' || word === '-' || !/^[-+]/.test(word))
    if (end === -1) return
    // `-o` takes a word of its own.
    const isCertain = words.slice(0, end).every((word) => !word.includes('o')) && !words.some(hasMarks)
    scope.parameters = isCertain ? words.slice(/^--?$/.test(words[end]!) ? end + 1 : end) : undefined
  },
  shift(words, scope) {
    const [count = '1'] = words
    scope.parameters = /^\d+$/.test(count) ? scope.parameters?.slice(Number(count)) : undefined
  },
  alias(words, scope) {
    for (const word of words) {
      const equals = word.indexOf('=')
      if (equals <= 0) continue
      const [name, line] = [word.slice(0, equals), word.slice(equals + 1)]
      const lines = scope.aliases.get(name) ?? []
      if (lines.length > MOST_ALIASES) throw new TooMuch('it sets an alias too often')
      if (!lines.includes(line)) scope.aliases.set(name, [...lines, line])
    }
  },
  exit: (_, scope) => void (scope.isGone = true),
  return(_, scope) {
    scope.returns?.push(forkOf(scope))
    if (scope.returns !== undefined) scope.isGone = true
  },
  break: leaveLoop,
  continue: leaveLoop,
}

function leaveLoop(words: readonly string[], scope: Scope): void {
  // Out of several loops at once: which assignments are skipped is not followed.
  if (words.length > 0 && words[0] !== '1') makeVolatile(scope, scope.variables.keys())
  scope.breaks?.push(forkOf(scope))
  if (scope.isInLoop) scope.isGone = true
}

function changeDirectory(words: readonly string[], scope: Scope): void {
  const target = words.find((word) => !word.startsWith('-')) ?? scope.home
  if (hasMarks(target) || words.includes('-')) scope.cwd = undefined
  else if (target.startsWith('/') || scope.cwd !== undefined) scope.cwd = pathFrom(scope.cwd, target)
}

/** Assignments that are written out were made when they were read; those in quotes are made here. */
function declare(words: readonly string[], scope: Scope, isLocal: boolean): void {
  const options = words.filter((word) => /^[-+]/.test(word)).join('')
  const names = namesIn(words)
  if (options.includes('f')) {
    if (/x/.test(options) || !isLocal) for (const name of names) scope.exported.add(`${name}()`)
    return
  }
  for (const word of words) {
    const name = nameIn(word)
    if (name === undefined || word.startsWith('-')) continue
    if (isLocal && !options.includes('g')) declareLocal(name, word === name, scope)
    if (!isLocal || options.includes('x')) scope.exported.add(name)
    const value = /^\w+(\+?=)([^]*)$/.exec(word)
    if (value === null) {
      if (name !== word) assign(scope, name, UNKNOWN_VALUE)
      continue
    }
    const [, operator, text] = value as unknown as [string, string, string]
    const variable = scope.variables.get(name)
    if (variable?.kind === 'array' && variable.words.join(' ') === text) continue
    assign(scope, name, operator === '=' && variable?.kind !== 'array' ? { kind: 'text', text } : UNKNOWN_VALUE)
  }
  // A case or a reference changes what is kept, and a reference changes it elsewhere.
  if (/[lunicr]/.test(options)) makeVolatile(scope, [...names, ...words.flatMap(targetOf)])
}

/** Some shells keep the outer value in a local variable that is given none. */
function declareLocal(name: string, isBare: boolean, { locals, variables }: Scope): void {
  if (locals === undefined) return
  const before = variables.get(name)
  if (!locals.has(name)) locals.set(name, before)
  if (isBare) variables.set(name, anyOf([before, { kind: 'unset' }]))
}

/** What is read is not known beforehand, but where it comes from is. */
function setFromInput(words: readonly string[], scope: Scope, stdin: Stream): void {
  const value: Value = { kind: 'text', text: markOf(stdin) }
  for (const name of ['REPLY', 'MAPFILE', ...namesIn(words)]) assign(scope, name, value)
}

/** As in `for`, what a file or a program gives is taken for an operand. */
function markOf(stdin: Stream): string {
  if (['network', 'decoded', 'secret'].some((taint) => stdin.taints.has(taint as Taint))) return MARKS.foreign
  return isWritten(stdin) ? MARKS.words : MARKS.operand
}

function forgetNamed(words: readonly string[], scope: Scope): void {
  for (const name of namesIn(words)) assign(scope, name, UNKNOWN_VALUE)
}

function namesIn(words: readonly string[]): string[] {
  return words.flatMap((word) => nameIn(word) ?? [])
}

/** `name`, `name=value`, `name[0]`, `name++`. */
function nameIn(word: string): string | undefined {
  return /^[-+(\s]*([A-Za-z_]\w*)(?:\W|$)/.exec(word.replace(/^-[A-Za-z]*$/, ''))?.[1]
}

function targetOf(word: string): string[] {
  const target = /^\w+=(\w+)/.exec(word)?.[1]
  return target === undefined || !/^[A-Za-z_]/.test(target) ? [] : [target]
}
