import { findCommand, type CommandNode } from '../tree.js'
import type { Argument, AtipTool, Option } from '../types/tool.js'
import type { CallInput, InputValue } from './call.js'
import { text } from './call-text.js'
import { checkCall, isFlat, isGiven, optionsFor, type CallProblem } from './check-call.js'
import { assignOperands, isEnvironmentWord } from './operands.js'
import {
  findFlag,
  findSubcommand,
  holderOf,
  isNegation,
  isSignFlag,
  looksLikeOption,
  scopeAt,
  type Scope,
} from './scope.js'
import { isMultiple, isPath, readBoolean, shieldPath, takesList, takesValue, writeValue } from './value.js'

/** A call that cannot be made, with everything that is wrong with it. */
export class CallError extends Error {
  readonly code = 'invalid-call'
  readonly problems: readonly CallProblem[]

  /** Compares the code, so that errors from another copy of this package match, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && (value as Partial<CallError>).code === 'invalid-call'
  }

  constructor(problems: readonly CallProblem[]) {
    super(problems.map(({ message }) => message).join('\n'))
    this.name = 'CallError'
    this.problems = problems
  }
}

export interface ToArgvOptions {
  /** The program to start, if not the tool's name. */
  program?: string
}

/** The argv of this call: program, global options, path, options, operands (decision 36). No shell. */
export function toArgv(
  tool: AtipTool,
  path: readonly string[],
  input: CallInput = {},
  { program = tool.name }: ToArgvOptions = {},
): string[] {
  const node = findCommand(tool, path)
  if (node === undefined) {
    const message = `"${tool.name}" has no command "${path.join(' ')}"`
    throw new CallError([{ code: 'unknown-command', message }])
  }
  const problems = checkCall(tool, node, input)
  if (problems.length > 0) throw new CallError(problems)
  const names = node.path.filter((name) => name !== '')
  const { own, globals } = optionsFor(tool, node)
  const given = input.options ?? {}
  const here = scopeAt(tool, node.lineage)
  const operands = operandWords(node, input.arguments ?? {})
  const takesNext = (option: Option) =>
    takesNextWord(option, given[option.name]) || takesBoolean(option, operands[0], here)
  // An option that takes all words after it, or ends the options, would hide the command's name, so it goes after that.
  const isLate = (option: Option) => isFlat(option) || endsOptions(option) || takesNext(option)
  const late = [...own, ...globals.filter(isLate)]
  const start = [
    program,
    ...writeOptions(
      globals.filter((option) => !isLate(option)),
      given,
      scopeAt(tool, [tool]),
    ),
    ...names,
  ]
  const words = writeOptions(late, given, here)
  const said = [...late, ...globals].filter(
    (option) => Object.hasOwn(given, option.name) && isGiven(given[option.name]),
  )
  const isGreedy = said.some((option) => isFlat(option) || takesNext(option))
  const hasEnded = said.some(endsOptions)
  // If no "--" can end a list, the operands go before it.
  const goFirst = isGreedy && !hasEnded && canLead(here)
  const before = {
    isFirstWord: start.length === names.length + 1 && (goFirst || words.length === 0),
    isGreedy: isGreedy && !goFirst,
    hasEnded,
  }
  const last = guardOperands(operands, node, here, before)
  return goFirst ? [...start, ...last, ...words] : [...start, ...words, ...last]
}

/** Whether operands can go before options: `--` cannot separate them, and options may follow operands. */
function canLead({ syntax }: Scope): boolean {
  return syntax.doubleDash === false && syntax.interspersed !== false
}

/** Whether the option is given without its optional value, so that the tool would take the next word as the value. */
function takesNextWord(option: Option, value: InputValue | undefined): boolean {
  return option['x-atip']?.nextWord === true && [value].flat().includes(true)
}

/** Whether the tool would take the first operand as the value of this switch. */
function takesBoolean(option: Option, operand: string | undefined, { syntax }: Scope): boolean {
  const isBoolean = operand !== undefined && readBoolean(operand) !== undefined
  return isBoolean && syntax.booleanWords === true && !takesValue(option)
}

function endsOptions(option: Option): boolean {
  return option['x-atip']?.endsOptions === true || option['x-atip']?.operand === true
}

function writeOptions(options: readonly Option[], values: NonNullable<CallInput['options']>, scope: Scope): string[] {
  const words: string[] = []
  const last: string[] = []
  for (const option of options) {
    const value = Object.hasOwn(values, option.name) ? values[option.name] : undefined
    if (!isGiven(value)) continue
    const target = endsOptions(option) ? last : words
    const occurrences = isMultiple(option) && !isFlat(option) ? (value as InputValue[]) : [value]
    if (endsOptions(option) && (last.length > 0 || occurrences.length > 1)) throw notExpressible(option, value)
    for (const occurrence of occurrences) for (const word of writeOption(option, occurrence, scope)) target.push(word)
  }
  return [...words, ...last]
}

function writeOption(option: Option, value: InputValue, scope: Scope): string[] {
  const isBare = value === true && option['x-atip']?.optionalValue === true
  if (isBare || !takesValue(option)) return writeSwitch(option, value === true, scope)
  const flag = reachableFlag(option, scope, false)
  if (takesList(option)) return writeList(option, flag, value as InputValue[], scope)
  const word = writeValue(value)
  const isLong = flag.startsWith('--') || isSignFlag(flag)
  const isLetter = !isLong && flag.length === 2
  if (option['x-atip']?.optionalValue === true) {
    if (isLong) return [`${flag}=${word}`]
    if (!isLetter || (word === '' && !usesEquals(scope))) throw notExpressible(option, value)
    return [usesEquals(scope) ? `${flag}=${word}` : flag + word]
  }
  if (!word.startsWith('-') || isSignFlag(flag)) return [flag, word]
  if (option['x-atip']?.operand === true) throw notExpressible(option, value)
  if (isLong) return [`${flag}=${word}`]
  if (!isLetter) return [flag, word]
  return [usesEquals(scope) ? `${flag}=${word}` : flag + word]
}

/** Whether a value is attached to a letter with an equals sign. */
function usesEquals({ syntax }: Scope): boolean {
  return syntax.shortEquals === true || syntax.bundledFlags === false
}

function writeSwitch(option: Option, isOn: boolean, scope: Scope): string[] {
  if (isOn) return [reachableFlag(option, scope, false)]
  const hasNegation = option.flags.some((flag) => isNegation(option, flag))
  return hasNegation ? [reachableFlag(option, scope, true)] : []
}

function writeList(option: Option, flag: string, values: readonly InputValue[], scope: Scope): string[] {
  const { until, greedy } = option['x-atip'] ?? {}
  const words = values.map(writeValue)
  if (until !== undefined) {
    if (words.some((word) => until.some((end) => end.split(' ').includes(word)))) throw notExpressible(option, values)
    return [flag, ...words, until[0]!]
  }
  if (greedy === true && words.some((word) => looksLikeOption(scope, word))) throw notExpressible(option, values)
  return [flag, ...words]
}

/** The flag to write: a long one if there is one, and one that means this option at this place. */
function reachableFlag(option: Option, scope: Scope, negated: boolean): string {
  const usable = option.flags.filter((flag) => {
    const lookup = findFlag(scope, flag)
    return lookup.found === 'option' && lookup.option === option && lookup.isNegated === negated
  })
  const flag = usable.find((candidate) => candidate.startsWith('--')) ?? usable.find(isLongFlag) ?? usable[0]
  if (flag === undefined) throw notExpressible(option, negated ? false : option.flags)
  return flag
}

function isLongFlag(flag: string): boolean {
  return flag.length > 2
}

function operandWords({ command }: CommandNode, values: NonNullable<CallInput['arguments']>): string[] {
  const declared = command.arguments ?? []
  const words: string[] = []
  for (const argument of declared) {
    const value = Object.hasOwn(values, argument.name) ? values[argument.name] : undefined
    if (!isGiven(value)) continue
    for (const element of isMultiple(argument) ? (value as InputValue[]) : [value]) {
      words.push(writeOperand(argument, element))
    }
  }
  checkAssignment(declared, values, words)
  return words
}

/** Puts `--` before operands that would be read as something else. */
function guardOperands(
  words: string[],
  { lineage }: CommandNode,
  scope: Scope,
  before: { isFirstWord: boolean; isGreedy: boolean; hasEnded: boolean },
): string[] {
  if (words.length === 0 || before.hasEnded) return words
  const { syntax } = scope
  const first = words[0]!
  const couldBeOption = (word: string) => looksLikeOption(scope, word)
  const needsDashes =
    (syntax.interspersed === false ? couldBeOption(first) : words.some(couldBeOption)) ||
    before.isGreedy ||
    findSubcommand(holderOf(lineage), first, syntax) !== undefined ||
    (syntax.bareFlags === true && before.isFirstWord)
  if (!needsDashes) return words
  if (syntax.doubleDash === false) {
    const message = `${text(first)} would be read as something else, and this tool has no "--" to prevent that`
    throw new CallError([{ code: 'not-expressible', message }])
  }
  return ['--', ...words]
}

function writeOperand(argument: Argument, value: InputValue): string {
  const keyword = argument['x-atip']?.keyword
  const word = writeValue(value)
  const shielded = isPath(argument) ? shieldPath(word) : word
  return keyword === undefined ? shielded : `${keyword}=${shielded}`
}

/** An optional argument cannot be skipped when a later one is given: the tool would mistake one for the other. */
function checkAssignment(
  declared: readonly Argument[],
  values: NonNullable<CallInput['arguments']>,
  words: string[],
): void {
  const { given } = assignOperands(
    declared,
    words.map((word, index) => ({ word, index })),
  )
  for (const argument of declared) {
    const value = Object.hasOwn(values, argument.name) ? values[argument.name] : undefined
    const wanted = isGiven(value) ? (isMultiple(argument) ? (value as InputValue[]).length : 1) : 0
    const dealt = given.find((entry) => entry.argument === argument)?.operands.length ?? 0
    const isForeign =
      argument['x-atip']?.assignments === true && isGiven(value) && !(value as string[]).every(isEnvironmentWord)
    if (wanted !== dealt || isForeign) throw notExpressible(argument, value)
  }
}

function notExpressible(parameter: Argument | Option, value: unknown): CallError {
  const message = `"${parameter.name}" cannot be given as ${text(value)} on this tool's command line`
  return new CallError([{ code: 'not-expressible', parameter: parameter.name, message }])
}
