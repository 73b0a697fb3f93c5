import { text } from './call-text.js'
import type { CallInput, InputValue } from './call.js'
import { isGroup, isInvocable, type CommandNode } from '../tree.js'
import type { Argument, AtipTool, Option, Parameter } from '../types/tool.js'
import { closest } from '../text/closest.js'
import { isMultiple, isRequired, misfit, takesList, takesValue } from './value.js'

export interface CallProblem {
  code:
    | 'unknown-command'
    | 'not-a-command'
    | 'unknown-parameter'
    | 'missing-parameter'
    | 'wrong-value'
    | 'not-encodable'
    | 'not-expressible'
  parameter?: string
  message: string
}

/** The options a call of this command may give: its own, and global ones it does not shadow (decision 30). */
export function optionsFor(tool: AtipTool, { command }: CommandNode): { own: Option[]; globals: Option[] } {
  const own = command.options ?? []
  const names = new Set(own.map(({ name }) => name))
  return { own, globals: (tool.globalOptions ?? []).filter(({ name }) => !names.has(name)) }
}

/** Every reason why an input is not a valid call of this command. */
export function checkCall(tool: AtipTool, node: CommandNode, input: CallInput): CallProblem[] {
  const { command, path } = node
  const problems: CallProblem[] = []
  if (isGroup(command) && !isInvocable(command)) {
    const names = Object.keys(command.commands ?? {}).filter((name) => name !== '')
    const advice =
      names.length === 0 ? 'its commands are not known here' : `choose one of ${names.slice(0, 10).join(', ')}`
    problems.push({ code: 'not-a-command', message: `"${[tool.name, ...path].join(' ')}" is a group; ${advice}` })
  }
  const { own, globals } = optionsFor(tool, node)
  const check = (
    kind: 'argument' | 'option',
    declared: readonly (Argument | Option)[],
    values: CallInput['options'] = {},
  ) => {
    const byName = new Map(declared.map((parameter) => [parameter.name, parameter]))
    for (const name of Object.keys(values)) {
      if (byName.has(name) || problems.length >= MAX_PROBLEMS) continue
      const likely = closest(name, byName.keys())
      const advice = likely === undefined ? '' : `; did you mean "${likely}"?`
      problems.push({ code: 'unknown-parameter', parameter: name, message: `there is no ${kind} "${name}"${advice}` })
    }
    for (const parameter of declared) {
      const value = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined
      if (isGiven(value)) problems.push(...checkValue(parameter, value))
      else if (isRequired(parameter)) {
        const message = `the ${kind} "${parameter.name}" is missing`
        problems.push({ code: 'missing-parameter', parameter: parameter.name, message })
      }
    }
  }
  check('argument', command.arguments ?? [], input.arguments)
  check('option', [...own, ...globals], input.options)
  return problems
}

/** Absent, null and an empty list all mean "not given" (decision 36). */
export function isGiven(value: InputValue | undefined): value is InputValue {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
}

function checkValue(parameter: Argument | Option, value: InputValue): CallProblem[] {
  const wrong = (reason: string): CallProblem => ({
    code: 'wrong-value',
    parameter: parameter.name,
    message: `"${parameter.name}" ${reason}; found ${text(value)}`,
  })
  const occurrences = isMultiple(parameter) && !isFlat(parameter) ? value : [value]
  if (!Array.isArray(occurrences)) return [wrong('must be a list')]
  const problems: CallProblem[] = []
  for (const occurrence of occurrences as InputValue[]) {
    if (occurrence === true && hasOptionalValue(parameter)) continue
    const isList = takesList(parameter)
    if (isList !== Array.isArray(occurrence)) {
      problems.push(wrong(isList ? 'must be a list' : 'must not be a list here'))
      continue
    }
    const { arity } = parameter['x-atip'] ?? {}
    const words = (isList ? occurrence : [occurrence]) as InputValue[]
    if (arity !== undefined && isList && words.length !== arity) problems.push(wrong(`needs exactly ${arity} values`))
    for (const word of words) {
      if (problems.length >= MAX_PROBLEMS) return problems
      problems.push(...checkWord(parameter, word))
    }
  }
  return problems
}

/** At most this many problems of one parameter are reported. */
const MAX_PROBLEMS = 10

function checkWord(parameter: Parameter, word: InputValue): CallProblem[] {
  const reason = misfit(parameter, word)
  if (reason !== undefined) {
    return [
      { code: 'wrong-value', parameter: parameter.name, message: `"${parameter.name}" ${reason}; found ${text(word)}` },
    ]
  }
  if (typeof word !== 'string' || (!word.includes('\0') && word.isWellFormed())) return []
  const message = `"${parameter.name}" holds a character that no program can receive as an argument (NUL or half a surrogate pair)`
  return [{ code: 'not-encodable', parameter: parameter.name, message }]
}

/** A greedy option takes its whole list in one occurrence. */
export function isFlat(parameter: Parameter): boolean {
  return parameter['x-atip']?.greedy === true
}

function hasOptionalValue(parameter: Argument | Option): boolean {
  return parameter.flags !== undefined && takesValue(parameter) && parameter['x-atip']?.optionalValue === true
}
