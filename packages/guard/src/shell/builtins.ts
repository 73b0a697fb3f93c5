import { mayHoldSecret, pathFrom } from '../places/index.js'
import { goTo, loseFolder, stayPerhaps } from './folders.js'
import { buildFile, contentOn } from './redirects.js'
import { assign, bind, forkOf, forget, SECRET_VALUE, TooMuch, type ShellScope } from './scope.js'
import type { Stream } from './stream.js'
import { anyOf, mixed, SOME_NUMBER, type Value } from './variable.js'
import {
  comesFrom,
  hasUnknown,
  isOpen,
  isSameWord,
  isUnknown,
  joinWords,
  isLiteral,
  knownText,
  literal,
  literalOf,
  taintsOf,
  textOf,
  unknown,
  type Word,
} from './word.js'
import { assignmentIn } from './assignment-word.js'
import { setOptions } from './options.js'
import { printfOf } from './printing-builtins.js'

/** Applies what a builtin changes in the shell's state. Its effects on the world are described in the shims. */
export function actInShell(argv: readonly Word[], scope: ShellScope, stdin: Stream): void {
  const [program, ...words] = argv as [Word, ...Word[]]
  const name = knownText(program)
  if (Object.hasOwn(ACTS, name)) ACTS[name]!(words, scope, stdin)
}

/** Limit for the different values of one alias. */
const MOST_ALIASES = 32

const ACTS: Readonly<Record<string, (words: readonly Word[], scope: ShellScope, stdin: Stream) => void>> = {
  cd: changeDirectory,
  pushd: pushDirectory,
  popd: (_, scope) => loseFolder(scope),
  shopt: (words, scope) => setOptions(words.map(knownText), scope),
  setopt: (words, scope) => setOptions(words.map(knownText), scope),
  unset(words, scope) {
    const all = words.map(knownText)
    // Options end at the first name.
    const end = all.findIndex((word) => !word.startsWith('-'))
    const options = end === -1 ? all : all.slice(0, end)
    if (words.some(hasUnknown)) forgetFunctions(scope)
    for (const word of end === -1 ? [] : all.slice(end)) {
      const name = nameIn(word)
      if (!options.includes('-v')) scope.functions.delete(word)
      scope.associative.delete(word)
      if (name === undefined) continue
      if (!options.includes('-f'))
        assign(scope, name, name === word ? { kind: 'unset' } : mixed([scope.variables.get(name)]))
    }
  },
  export: (words, scope) => declare(words, scope, false),
  readonly: (words, scope) => declare(words, scope, false),
  declare: (words, scope) => declare(words, scope, true),
  typeset: (words, scope) => declare(words, scope, true),
  local: (words, scope) => declare(words, scope, true),
  read: setFromInput,
  mapfile: setFromInput,
  readarray: setFromInput,
  getopts: forgetNamed,
  wait: forgetNamed,
  let: (words, scope) => namesIn(words).forEach((name) => assign(scope, name, SOME_NUMBER)),
  printf(words, scope) {
    const [first = '', second = ''] = words.map(knownText)
    if (!first.startsWith('-v')) return
    const isAttached = first !== '-v'
    const target = isAttached ? first.slice(2) : second
    const text = printfOf(words.slice(isAttached ? 1 : 2))
    const name = nameIn(target)
    if (name !== undefined) {
      const isWhole = name === target && text !== undefined && !knownText(text).includes('\0')
      assign(scope, name, isWhole ? { kind: 'text', text } : mixed([scope.variables.get(name)], ...words))
    }
  },
  set(words, scope) {
    const texts = words.map((word) => textOf(word) ?? '')
    if (texts.some((text) => /^-\w*k/.test(text))) throw new TooMuch('it lets assignments be anywhere in a command')
    setOptions(texts, scope)
    const last = texts.findIndex((text) => /^--?$/.test(text))
    const mayBeAny = words.slice(0, last === -1 ? words.length : last).some(isOpen)
    scope.exportsAll ||= mayBeAny || texts.some((text) => /^-\w*a/.test(text))
    scope.isTraced ||= mayBeAny || texts.some((text) => /^-\w*x/.test(text))
    const end = texts.findIndex((word) => word === '--' || word === '-' || !/^[-+]/.test(word))
    if (end === -1) return
    // `-o` takes the next word as its value.
    const isCertain = texts.slice(0, end).every((word) => !word.includes('o')) && words.every(isLiteral)
    scope.parameters = isCertain ? words.slice(/^--?$/.test(texts[end]!) ? end + 1 : end) : undefined
  },
  shift(words, scope) {
    const [count = '1'] = words.map((word) => textOf(word) ?? '')
    scope.parameters = /^\d+$/.test(count) ? scope.parameters?.slice(Number(count)) : undefined
  },
  alias(words, scope) {
    for (const word of words) {
      const assignment = assignmentIn(word)
      if (assignment === undefined) continue
      const { name, value: line } = assignment
      const lines = scope.aliases.get(name) ?? []
      if (lines.length > MOST_ALIASES) throw new TooMuch('it sets an alias too often')
      if (!lines.some((other) => isSameWord(other, line))) scope.aliases.set(name, [...lines, line])
    }
  },
  exit(words, scope) {
    if (leaves(words)) scope.isGone = true
  },
  return(words, scope) {
    if (!leaves(words)) return
    scope.returns?.push(forkOf(scope))
    if (scope.returns !== undefined) scope.isGone = true
  },
  break: leaveLoop,
  continue: leaveLoop,
}

/** With other arguments than one number, these commands only report an error or print their usage. */
function leaves(words: readonly Word[]): boolean {
  return words.length === 0 || (words.length === 1 && !knownText(words[0]!).startsWith('-') && !isOpen(words[0]!))
}

/** It is unknown which functions were removed. */
function forgetFunctions(scope: ShellScope): void {
  for (const [name, one] of scope.functions) scope.functions.set(name, { ...one, isCertain: false })
}

function leaveLoop(words: readonly Word[], scope: ShellScope): void {
  if (!leaves(words)) {
    scope.breaks?.push(forkOf(scope))
    return
  }
  // Leaving several loops at once: the guard does not track which assignments are skipped.
  if (words.length > 0 && textOf(words[0]!) !== '1') forget(scope, scope.variables.keys())
  scope.breaks?.push(forkOf(scope))
  if (scope.isInLoop) scope.isGone = true
}

function changeDirectory(words: readonly Word[], scope: ShellScope): void {
  const texts = words.map(textOf)
  const at = texts.findIndex((text) => text?.startsWith('-') !== true)
  const target = at === -1 ? scope.home : texts[at]
  const made = at === -1 ? undefined : temporaryFolder(words[at]!)
  const isUsual = texts.every((text) => text === undefined || text === '--' || /^(?!-$)(?!--)/.test(text))
  if (!isUsual || (at !== -1 && words.length > at + 1)) return loseFolder(scope)
  if (made !== undefined) {
    goTo(scope, made)
    // If `mktemp` failed, the name is empty and the shell stays where it is.
    stayPerhaps(scope)
    buildFile(literal(TEMPORARY), scope)
  } else if (target === '') goTo(scope, '.')
  else if (target === undefined) loseFolder(scope)
  else goTo(scope, target)
}

/** Without the name of a folder, `pushd` rotates the directory stack. */
function pushDirectory(words: readonly Word[], scope: ShellScope): void {
  const texts = words.map(knownText)
  if (words.length === 0 || texts.some((text) => /^[-+]/.test(text))) return loseFolder(scope)
  changeDirectory(words, scope)
}

/** The path of the temporary folder that the line made, or of a folder in it. */
function temporaryFolder([first, ...others]: Word): string | undefined {
  if (first === undefined || !isUnknown(first) || !comesFrom([first], 'temporary') || comesFrom([first], 'variable'))
    return undefined
  const rest = textOf(others)
  const isBelow = rest === '' || rest?.startsWith('/') === true
  return isBelow ? pathFrom(TEMPORARY, `.${rest}`) : undefined
}

/** One path represents all temporary folders that a line makes. */
const TEMPORARY = '/tmp/tmp.XXXXXXXXXX'

/** Literal assignments were already performed by the walker; those in quotes are performed here. */
function declare(words: readonly Word[], scope: ShellScope, isLocal: boolean): void {
  const options = words
    .map(knownText)
    .filter((word) => /^[-+]/.test(word))
    .join('')
  const names = namesIn(words)
  if (options.includes('f')) {
    if (/x/.test(options) || !isLocal) for (const name of names) scope.exported.add(`${name}()`)
    return
  }
  for (const word of words) {
    const text = knownText(word)
    const name = nameIn(text)
    if (name === undefined || text.startsWith('-')) continue
    if (isLocal && !options.includes('g')) declareLocal(name, text === name, scope)
    if (!isLocal || options.includes('x')) scope.exported.add(name)
    const given = assignmentIn(word)
    if (given === undefined) {
      if (name !== text || hasUnknown(word)) assign(scope, name, mixed([scope.variables.get(name)], word))
      continue
    }
    const variable = scope.variables.get(name)
    if (variable?.kind === 'array' && isSameWord(joinWords(variable.words, ' '), given.value)) continue
    const isText = !given.appends && variable?.kind !== 'array'
    assign(scope, name, isText ? { kind: 'text', text: given.value } : mixed([variable], given.value))
  }
  if (options.includes('A')) for (const name of names) scope.associative.add(name)
  if (options.includes('i')) for (const name of names) scope.integers.add(name)
  // Case and integer attributes change the stored value, and a reference changes another variable.
  if (/[lunicr]/.test(options)) forget(scope, [...names, ...words.map(knownText).flatMap(targetOf)])
  if (options.includes('n')) {
    const targets = words.map((word) => assignmentIn(word)).filter((one) => one !== undefined)
    const isAny = targets.length < names.length || targets.some(({ value }) => comesFrom(value, 'program'))
    if (isLocal && isAny) throw new TooMuch('it gives any variable another name')
    const leadsToSecret = targets.some(({ value }) => !isLiteral(value) || mayHoldSecret(literalOf(value)!))
    if (leadsToSecret) forget(scope, names, SECRET_VALUE)
  }
}

/** Some shells keep the outer value if a local variable is declared without one. */
function declareLocal(name: string, isBare: boolean, { locals, variables }: ShellScope): void {
  if (locals === undefined) return
  const before = variables.get(name)
  if (!locals.has(name)) locals.set(name, before)
  if (isBare) variables.set(name, anyOf(name, [before, { kind: 'unset' }]))
}

/** The text that is read is unknown, but its origin is known. */
function setFromInput(words: readonly Word[], scope: ShellScope, input: Stream): void {
  const number = descriptorIn(words)
  const stdin = number === undefined ? input : contentOn(number, scope)
  const taints = (['network', 'decoded', 'secret', 'names', 'hidden'] as const).filter(
    (taint) => stdin.taints.has(taint) && (taint !== 'names' || readsWhole(words)),
  )
  const ofText = stdin.text === undefined ? [] : taintsOf([stdin.text])
  const any: Value = { kind: 'text', text: [unknown('words', 'program', ...taints, ...ofText)] }
  const names = namesIn(words)
  // `read 'v[2]'` sets one element.
  const elements = new Set(
    words
      .map(knownText)
      .filter((word) => word.includes('['))
      .flatMap((word) => nameIn(word) ?? []),
  )
  const isKnown = stdin.line !== undefined && readsWhole(words) && (!isOpen(stdin.line) || endsAtZero(words))
  // Of several variables, only the first starts with the start of the line.
  const value = (isFirst: boolean): Value => (isKnown && isFirst ? { kind: 'text', text: stdin.line! } : any)
  for (const name of ['REPLY', 'MAPFILE']) bind(scope, name, value(true))
  for (const [index, name] of names.entries()) assign(scope, name, value(index === 0 && !elements.has(name)))
}

/** `read -u 3`. */
function descriptorIn(words: readonly Word[]): string | undefined {
  const texts = words.map((word) => textOf(word) ?? '')
  const at = texts.findIndex((text) => /^-\w*u\d*$/.test(text))
  return at === -1 ? undefined : (/\d+$/.exec(texts[at]!)?.[0] ?? texts[at + 1])
}

/** Reads whole lines into one variable: no length limit, no delimiter other than the zero byte. */
function readsWhole(words: readonly Word[]): boolean {
  const options = words.filter((word) => /^-\w*[dnN]/.test(textOf(word) ?? '-n'))
  if (namesIn(words).length > 1) return false
  return options.length === 0 || (options.length === 1 && endsAtZero(words))
}

/** `read -d ''` reads up to a zero byte, so the value may contain newlines. */
function endsAtZero(words: readonly Word[]): boolean {
  return words.some((word, index) => /^-\w*d$/.test(textOf(word) ?? '') && words[index + 1]?.length === 0)
}

function forgetNamed(words: readonly Word[], scope: ShellScope): void {
  for (const name of namesIn(words)) assign(scope, name, mixed([scope.variables.get(name)], ...words))
}

function namesIn(words: readonly Word[]): string[] {
  return words.flatMap((word) => nameIn(knownText(word)) ?? [])
}

/** `name`, `name=value`, `name[0]`, `name++`. */
function nameIn(word: string): string | undefined {
  return /^[-+(\s]*([A-Za-z_]\w*)(?:\W|$)/.exec(word.replace(/^-[A-Za-z]*$/, ''))?.[1]
}

function targetOf(word: string): string[] {
  const target = /^\w+=(\w+)/.exec(word)?.[1]
  return target === undefined || !/^[A-Za-z_]/.test(target) ? [] : [target]
}
